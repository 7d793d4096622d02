import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import css from './bottom-bar.module.css';

interface BottomBarProps {
  /** Text beside the slider: "12 / 205". */
  readonly place: string;
  readonly onGoTo: () => void;
  readonly scrubber: ReactNode;
  readonly children?: ReactNode;
}

/** Position, slider and the most used settings. */
export function BottomBar({ place, onGoTo, scrubber, children }: BottomBarProps) {
  return (
    <div className={css['bar']}>
      <button
        type="button"
        className={css['place']}
        title={t`Go to page`}
        aria-label={t`${place}, go to another page`}
        onClick={onGoTo}
      >
        {place}
      </button>
      {scrubber}
      {children}
    </div>
  );
}

interface BarChoiceProps {
  readonly label: string;
  readonly value: string;
  readonly onClick: () => void;
}

/** A button that cycles through a few values. */
export function BarChoice({ label, value, onClick }: BarChoiceProps) {
  return (
    <button type="button" className={css['choice']} title={label} onClick={onClick}>
      <span className={css['label']}>{label}</span>
      <span>{value}</span>
    </button>
  );
}
