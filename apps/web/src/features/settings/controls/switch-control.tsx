import { type ControlProps, told } from './control.ts';
import css from './controls.module.css';

/** On or off. */
export function SwitchControl(props: ControlProps) {
  const isOn = props.value === 'true';
  return (
    <span className={css['switch']}>
      <input
        {...told(props)}
        type="checkbox"
        role="switch"
        checked={isOn}
        onChange={(event) => props.onValue(String(event.target.checked))}
      />
      <span aria-hidden="true">{isOn ? 'On' : 'Off'}</span>
    </span>
  );
}
