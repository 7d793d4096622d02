import { t } from '@lingui/core/macro';
import type { ComponentProps } from 'react';
import css from './switch.module.css';

interface SwitchProps extends Omit<ComponentProps<'input'>, 'className' | 'type' | 'role' | 'checked' | 'onChange'> {
  readonly checked: boolean;
  readonly onChecked: (checked: boolean) => void;
}

/** A switch that applies at once and shows its state as text; pass its name as `aria-label` or a label. */
export function Switch({ checked, onChecked, ...input }: SwitchProps) {
  return (
    <span className={css['switch']}>
      <input
        {...input}
        type="checkbox"
        role="switch"
        checked={checked}
        onChange={(event) => onChecked(event.target.checked)}
      />
      <span aria-hidden="true">{checked ? t`On` : t`Off`}</span>
    </span>
  );
}
