import { type ReactNode, useId } from 'react';
import { Icon } from '#ui/pictures/icon.tsx';
import type { ControlProps } from './control-props.ts';
import css from './controls.module.css';

interface GroupFrameProps extends Pick<ControlProps, 'aside' | 'hint' | 'problem'> {
  readonly label: string;
  readonly children: ReactNode;
}

export function GroupFrame({ label, aside, hint, problem, children }: GroupFrameProps) {
  const id = useId();
  return (
    <div
      role="group"
      aria-labelledby={id}
      aria-describedby={problem === undefined ? undefined : `${id}-problem`}
      className={css['group']}
    >
      <div className={css['head']}>
        <span id={id} className={css['label']}>
          {label}
        </span>
        {aside}
      </div>
      {children}
      {problem !== undefined && (
        <p id={`${id}-problem`} className={css['problem']} data-problem tabIndex={-1}>
          <Icon name="warning" size={16} />
          {problem}
        </p>
      )}
      {hint !== undefined && <p className={css['hint']}>{hint}</p>}
    </div>
  );
}
