import { t } from '@lingui/core/macro';
import { type ComponentProps, type ReactNode, useId, useState } from 'react';
import { IconButton } from './button.tsx';
import { classNames } from '#ui/style/class-names.ts';
import { Icon } from '#ui/pictures/icon.tsx';
import css from './field.module.css';

interface Labelled {
  readonly label: string;
  /** Shown beside the label. */
  readonly aside?: ReactNode;
  readonly hint?: ReactNode;
  readonly problem?: string | undefined;
}

interface FrameProps extends Labelled {
  readonly id: string;
  readonly children: ReactNode;
}

function Frame({ id, label, aside, hint, problem, children }: FrameProps) {
  const words = (
    <label htmlFor={id} className={css['label']}>
      {label}
    </label>
  );
  return (
    <div className={css['field']}>
      {aside === undefined ? (
        words
      ) : (
        <div className={css['head']}>
          {words}
          {aside}
        </div>
      )}
      {children}
      {problem !== undefined && (
        <p id={`${id}-problem`} className={css['problem']}>
          <Icon name="warning" size={16} />
          {problem}
        </p>
      )}
      {hint !== undefined && (
        <p id={`${id}-hint`} className={css['hint']}>
          {hint}
        </p>
      )}
    </div>
  );
}

function describing(id: string, { hint, problem }: Labelled) {
  const ids = [problem !== undefined && `${id}-problem`, hint !== undefined && `${id}-hint`].filter(Boolean).join(' ');
  return {
    id,
    'aria-invalid': problem === undefined ? undefined : true,
    'aria-describedby': ids === '' ? undefined : ids,
  };
}

type TextFieldProps = Labelled &
  Omit<ComponentProps<'input'>, 'className' | 'id' | 'onChange'> & {
    readonly onText: (text: string) => void;
    /** A button inside the field. */
    readonly end?: ReactNode;
  };

export function TextField({ label, aside, hint, problem, onText, end, ...input }: TextFieldProps) {
  const id = useId();
  return (
    <Frame id={id} label={label} aside={aside} hint={hint} problem={problem}>
      <span className={css['box']}>
        <input
          dir="auto"
          type="text"
          {...describing(id, { label, hint, problem })}
          className={css['input']}
          onChange={(event) => onText(event.target.value)}
          {...input}
        />
        {end}
      </span>
    </Frame>
  );
}

/** A password field with a show button, which replaces a repeated input. */
export function PasswordField(props: Omit<TextFieldProps, 'type' | 'end'>) {
  const [shown, setShown] = useState(false);
  return (
    <TextField
      {...props}
      type={shown ? 'text' : 'password'}
      autoCapitalize="none"
      spellCheck={false}
      end={
        <IconButton
          icon={shown ? 'eye-off' : 'eye'}
          label={shown ? t`Hide password` : t`Show password`}
          onClick={() => setShown(!shown)}
        />
      }
    />
  );
}

type TextAreaProps = Labelled &
  Omit<ComponentProps<'textarea'>, 'className' | 'id' | 'onChange'> & {
    readonly onText: (text: string) => void;
    /** Prose instead of code. */
    readonly prose?: boolean;
  };

export function TextArea({ label, aside, hint, problem, onText, prose = false, ...input }: TextAreaProps) {
  const id = useId();
  return (
    <Frame id={id} label={label} aside={aside} hint={hint} problem={problem}>
      <textarea
        dir="auto"
        {...describing(id, { label, hint, problem })}
        className={classNames(css['area'], prose && css['prose'])}
        onChange={(event) => onText(event.target.value)}
        {...input}
      />
    </Frame>
  );
}

interface SelectFieldProps<Value extends string> extends Labelled {
  readonly value: Value;
  readonly options: readonly (readonly [Value, string])[];
  readonly onValue: (value: Value) => void;
}

export function SelectField<Value extends string>(props: SelectFieldProps<Value>) {
  const { label, aside, hint, problem, value, options, onValue } = props;
  const id = useId();
  return (
    <Frame id={id} label={label} aside={aside} hint={hint} problem={problem}>
      <select
        {...describing(id, { label, hint, problem })}
        className={css['select']}
        value={value}
        onChange={(event) => {
          const chosen = options.find(([option]) => option === event.target.value);
          if (chosen !== undefined) onValue(chosen[0]);
        }}
      >
        {options.map(([option, text]) => (
          <option key={option} value={option}>
            {text}
          </option>
        ))}
      </select>
    </Frame>
  );
}

interface CheckFieldProps {
  readonly label: string;
  readonly hint?: ReactNode;
  readonly checked: boolean;
  readonly disabled?: boolean;
  readonly onChecked: (checked: boolean) => void;
}

export function CheckField({ label, hint, checked, disabled = false, onChecked }: CheckFieldProps) {
  const id = useId();
  return (
    <div className={css['check']}>
      <input
        id={id}
        type="checkbox"
        checked={checked}
        disabled={disabled}
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
        onChange={(event) => onChecked(event.target.checked)}
      />
      <label htmlFor={id}>{label}</label>
      {hint !== undefined && (
        <p id={`${id}-hint`} className={css['hint']}>
          {hint}
        </p>
      )}
    </div>
  );
}
