import { type ControlProps, getAriaProps } from './control.ts';
import css from './controls.module.css';

/** An integer with its unit. */
export function NumberControl(props: ControlProps) {
  const { unit, minValue, maxValue } = props.setting;
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
      {unit !== null && <span className={css['unit']}>{unit}</span>}
    </span>
  );
}
