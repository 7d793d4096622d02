import { useState } from 'react';
import { nameUnit } from '#lib/format.ts';
import { BYTES, fromGigabytes, toGigabytes } from '../setting-words.ts';
import { unitWords } from '../unit-words.ts';
import { type ControlProps, getAriaProps } from './control.ts';
import css from './controls.module.css';

/** An integer with its unit. */
export function NumberControl(props: ControlProps) {
  const { unit, minValue, maxValue } = props.setting;
  if (unit === BYTES) return <GigabyteControl {...props} />;
  return (
    <span className={css['number']}>
      <input
        {...getAriaProps(props)}
        type="number"
        inputMode="numeric"
        step={1}
        min={minValue ?? undefined}
        max={maxValue ?? undefined}
        className={css['input']}
        value={props.value}
        onChange={(event) => props.onValue(event.target.value)}
      />
      {unit !== null && <span className={css['unit']}>{unitWords(unit, Number(props.value))}</span>}
    </span>
  );
}

/** A number of bytes, in gigabytes. */
function GigabyteControl(props: ControlProps) {
  // What is typed stays as it is: "1." would become "1".
  const [typed, setTyped] = useState('');
  const isTyped = fromGigabytes(typed) === props.value;
  return (
    <span className={css['number']}>
      <input
        {...getAriaProps(props)}
        type="number"
        inputMode="decimal"
        step="any"
        min={0}
        className={css['input']}
        value={isTyped ? typed : toGigabytes(props.value)}
        onChange={({ target }) => {
          setTyped(target.value);
          props.onValue(fromGigabytes(target.value));
        }}
      />
      <span className={css['unit']}>{nameUnit('gigabyte')}</span>
    </span>
  );
}
