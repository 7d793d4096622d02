import { useId } from 'react';
import css from './segments.module.css';

interface SegmentsProps<Value extends string> {
  /** Accessible name of the group. */
  readonly legend: string;
  readonly value: Value;
  readonly options: readonly (readonly [Value, string])[];
  readonly onValue: (value: Value) => void;
}

/** A segmented control for a few short options. */
export function Segments<Value extends string>({ legend, value, options, onValue }: SegmentsProps<Value>) {
  const name = useId();
  return (
    <fieldset className={css['segments']}>
      <legend className="visually-hidden">{legend}</legend>
      {options.map(([option, words]) => (
        <label key={option} className={css['segment']}>
          <input type="radio" name={name} checked={option === value} onChange={() => onValue(option)} />
          <span>{words}</span>
        </label>
      ))}
    </fieldset>
  );
}
