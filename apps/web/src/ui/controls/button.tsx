import type { ComponentProps } from 'react';
import css from './button.module.css';
import { classNames } from '#ui/style/class-names.ts';
import { Icon, type IconName } from '#ui/pictures/icon.tsx';

export type ButtonLook = 'primary' | 'secondary' | 'quiet' | 'danger';

/** Button classes for a link. */
export function buttonClass(look: ButtonLook = 'secondary', size: 'medium' | 'large' = 'medium'): string {
  return classNames(css['button'], css[look], size === 'large' && css['large']);
}

interface ButtonProps extends Omit<ComponentProps<'button'>, 'className'> {
  readonly look?: ButtonLook;
  readonly size?: 'medium' | 'large';
  readonly icon?: IconName;
  /** Work runs: ignores clicks but keeps its place and the focus. */
  readonly busy?: boolean;
}

/** `type` defaults to `button`, so that no button submits a form by accident. */
export function Button({ look, size, icon, busy = false, children, onClick, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      className={buttonClass(look, size)}
      aria-disabled={busy ? true : undefined}
      aria-busy={busy ? true : undefined}
      onClick={(event) => {
        if (busy) event.preventDefault();
        else onClick?.(event);
      }}
      {...rest}
    >
      {busy ? <span className={css['spinner']} /> : icon !== undefined && <Icon name={icon} size={18} />}
      {children}
    </button>
  );
}

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'className' | 'children' | 'aria-label'> {
  readonly icon: IconName;
  /** Accessible name and tooltip. */
  readonly label: string;
}

export function IconButton({ icon, label, ...rest }: IconButtonProps) {
  return (
    <button type="button" className={css['icon']} aria-label={label} title={label} {...rest}>
      <Icon name={icon} />
    </button>
  );
}
