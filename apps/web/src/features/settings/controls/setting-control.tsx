import type { Setting } from '@lectern/contract';
import type { ReactNode } from 'react';
import { ChoicesControl } from './choices-control.tsx';
import type { ControlProps } from './control.ts';
import { CronControl } from './cron-control.tsx';
import { LibraryControl } from './library-control.tsx';
import { ListControl } from './list-control.tsx';
import { NumberControl } from './number-control.tsx';
import { SwitchControl } from './switch-control.tsx';
import { SecretControl, SelectControl, TextControl, TimeZoneControl } from './text-control.tsx';

/** Picks the control for the type of a setting. */
export function SettingControl(props: ControlProps): ReactNode {
  const Control = controlFor(props.setting);
  return <Control {...props} />;
}

function controlFor({ valueType, options, isSensitive, format }: Setting): (props: ControlProps) => ReactNode {
  if (isSensitive) return SecretControl;
  if (options !== null) return valueType === 'Array' ? ChoicesControl : SelectControl;
  switch (valueType) {
    case 'Boolean':
      return SwitchControl;
    case 'Integer':
      return NumberControl;
    case 'Array':
      return ListControl;
    case 'String':
      return format === null
        ? TextControl
        : { cron: CronControl, timezone: TimeZoneControl, library: LibraryControl }[format];
  }
}
