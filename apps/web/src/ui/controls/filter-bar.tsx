import { type ReactNode, useId } from 'react';
import css from './filter-bar.module.css';

interface FilterBarProps {
  /** Accessible name of the filtered list. */
  readonly label: string;
  readonly children: ReactNode;
}

export function FilterBar({ label, children }: FilterBarProps) {
  return (
    <div role="group" aria-label={label} className={css['bar']}>
      {children}
    </div>
  );
}

interface FilterSelectProps<Value extends string> {
  readonly label: string;
  /** Undefined for all. */
  readonly value: Value | undefined;
  /** Label for all. */
  readonly all: string;
  readonly options: readonly (readonly [Value, string])[];
  readonly onValue: (value: Value | undefined) => void;
}

/** One filter; highlighted while set. */
export function FilterSelect<Value extends string>(props: FilterSelectProps<Value>) {
  const { label, value, all, options, onValue } = props;
  const id = useId();
  return (
    <div className={css['filter']} data-set={value !== undefined}>
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        value={value ?? ''}
        onChange={(event) => onValue(options.find(([option]) => option === event.target.value)?.[0])}
      >
        <option value="">{all}</option>
        {options.map(([option, words]) => (
          <option key={option} value={option}>
            {words}
          </option>
        ))}
      </select>
    </div>
  );
}
