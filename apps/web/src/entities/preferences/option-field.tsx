import { t } from '@lingui/core/macro';
import { type ReactNode, useId } from 'react';
import { IconButton } from '#ui/controls/button.tsx';
import type { Definition } from './definition.ts';
import css from './option-field.module.css';
import type { SettingName } from './reading-options.ts';
import { useChangeReadingOption, useReadingOptions } from './reading-store.ts';

interface ChoiceFieldProps<Value extends string> {
  readonly label: string;
  readonly value: Value;
  readonly labels: Readonly<Record<Value, string>>;
  readonly onChange: (value: Value) => void;
  readonly hint?: ReactNode;
}

/** A choice with all values visible. */
export function ChoiceField<Value extends string>({ label, value, labels, onChange, hint }: ChoiceFieldProps<Value>) {
  const name = useId();
  // Object.keys of a record with these keys
  const values = Object.keys(labels) as Value[];
  return (
    <fieldset className={css['field']}>
      <legend>{label}</legend>
      <div className={css['choices']}>
        {values.map((item) => (
          <label key={item} className={css['choice']}>
            <input type="radio" name={name} checked={item === value} onChange={() => onChange(item)} />
            <span>{labels[item]}</span>
          </label>
        ))}
      </div>
      {hint}
    </fieldset>
  );
}

interface ToggleFieldProps {
  readonly label: string;
  readonly help: string | undefined;
  readonly value: boolean;
  readonly onChange: (value: boolean) => void;
}

export function ToggleField({ label, help, value, onChange }: ToggleFieldProps) {
  return (
    <label className={css['toggle']}>
      <input type="checkbox" checked={value} onChange={(event) => onChange(event.currentTarget.checked)} />
      <span>
        {label}
        {help !== undefined && <small>{help}</small>}
      </span>
    </label>
  );
}

interface OptionFieldProps {
  readonly name: SettingName;
  readonly definition: Definition;
}

function RangeField({
  name,
  definition,
}: OptionFieldProps & { readonly definition: { readonly kind: 'range' } & Definition }) {
  const id = useId();
  const current = useReadingOptions()[name];
  const changeReadingOption = useChangeReadingOption();
  const value = typeof current === 'number' ? current : definition.fallback;
  const { min, max, step, unit, label } = definition;
  const set = (next: number) => changeReadingOption(name, Math.min(max, Math.max(min, next)));
  return (
    <div className={css['field']}>
      <label htmlFor={id}>
        {label}
        <output htmlFor={id}>{`${value}${unit}`}</output>
      </label>
      <div className={css['range']}>
        <IconButton icon="back" label={t`Less: ${label}`} disabled={value <= min} onClick={() => set(value - step)} />
        <input
          id={id}
          type="range"
          min={min}
          max={max}
          step={step}
          value={value}
          aria-valuetext={`${value}${unit}`}
          onChange={(event) => set(event.currentTarget.valueAsNumber)}
        />
        <IconButton
          icon="forward"
          label={t`More: ${label}`}
          disabled={value >= max}
          onClick={() => set(value + step)}
        />
      </div>
    </div>
  );
}

/** One reader option, drawn from its definition; a change applies at once. */
export function ReadingOptionField({ name, definition }: OptionFieldProps) {
  const value = useReadingOptions()[name];
  const changeReadingOption = useChangeReadingOption();
  switch (definition.kind) {
    case 'choice':
      return (
        <ChoiceField
          label={definition.label}
          labels={definition.labels}
          value={String(value)}
          onChange={(next) => changeReadingOption(name, next)}
        />
      );
    case 'range':
      return <RangeField name={name} definition={definition} />;
    case 'toggle':
      return (
        <ToggleField
          label={definition.label}
          help={definition.help}
          value={value === true}
          onChange={(next) => changeReadingOption(name, next)}
        />
      );
  }
}
