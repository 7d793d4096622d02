import { Switch } from '#ui/controls/switch.tsx';
import { type ControlProps, told } from './control.ts';

export function SwitchControl(props: ControlProps) {
  return (
    <Switch {...told(props)} checked={props.value === 'true'} onChecked={(checked) => props.onValue(String(checked))} />
  );
}
