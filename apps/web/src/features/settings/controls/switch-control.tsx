import { Switch } from '#ui/controls/switch.tsx';
import { type ControlProps, getAriaProps } from './control.ts';

export function SwitchControl(props: ControlProps) {
  return (
    <Switch
      {...getAriaProps(props)}
      checked={props.value === 'true'}
      onChecked={(checked) => props.onValue(String(checked))}
    />
  );
}
