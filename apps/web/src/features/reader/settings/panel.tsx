import { type ReactNode, useId } from 'react';
import { Button, IconButton } from '#ui/button.tsx';
import type { Definition, SettingName } from './definitions.ts';
import css from './panel.module.css';
import { changeSetting, useReaderSettings } from './store.ts';

interface ChoiceFieldProps<Value extends string> {
  readonly label: string;
  readonly value: Value;
  readonly labels: Readonly<Record<Value, string>>;
  readonly onChange: (value: Value) => void;
  readonly hint?: ReactNode;
}

/** A few words of which one applies, all in sight. */
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

function ToggleField({ label, help, value, onChange }: ToggleFieldProps) {
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

interface SettingFieldProps {
  readonly name: SettingName;
  readonly definition: Definition;
}

function RangeField({
  name,
  definition,
}: SettingFieldProps & { readonly definition: { readonly kind: 'range' } & Definition }) {
  const id = useId();
  const current = useReaderSettings()[name];
  const value = typeof current === 'number' ? current : definition.fallback;
  const { min, max, step, unit, label } = definition;
  const set = (next: number) => changeSetting(name, Math.min(max, Math.max(min, next)));
  return (
    <div className={css['field']}>
      <label htmlFor={id}>
        {label}
        <output htmlFor={id}>{`${value}${unit}`}</output>
      </label>
      <div className={css['range']}>
        <IconButton icon="back" label={`Less: ${label}`} disabled={value <= min} onClick={() => set(value - step)} />
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
        <IconButton icon="forward" label={`More: ${label}`} disabled={value >= max} onClick={() => set(value + step)} />
      </div>
    </div>
  );
}

/** One setting, drawn from its definition; changes apply while the page stays in sight. */
function SettingField({ name, definition }: SettingFieldProps) {
  const value = useReaderSettings()[name];
  switch (definition.kind) {
    case 'choice':
      return (
        <ChoiceField
          label={definition.label}
          labels={definition.labels}
          value={String(value)}
          onChange={(next) => changeSetting(name, next)}
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
          onChange={(next) => changeSetting(name, next)}
        />
      );
  }
}

interface SettingsPanelProps {
  readonly isIncognito: boolean;
  readonly onIncognito: () => void;
  /** What belongs to this series alone, above the settings of all books. */
  readonly children?: ReactNode;
  readonly groups: readonly Readonly<Partial<Record<SettingName, Definition>>>[];
}

/** The settings that mean something to the reader that is open. */
export function SettingsPanel({ children, groups, isIncognito, onIncognito }: SettingsPanelProps) {
  const fields = groups.flatMap((group) => Object.entries(group));
  return (
    <div className={css['panel']}>
      {children}
      {fields.map(([name, definition]) => (
        // a group is keyed by setting names
        <SettingField key={name} name={name as SettingName} definition={definition} />
      ))}
      <ToggleField label="Incognito" help="This reading keeps no progress" value={isIncognito} onChange={onIncognito} />
      <Button
        icon="refresh"
        onClick={() => {
          for (const [name, { fallback }] of fields) changeSetting(name as SettingName, fallback);
        }}
      >
        Back to the defaults
      </Button>
    </div>
  );
}
