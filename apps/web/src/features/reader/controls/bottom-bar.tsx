import type { ReactNode } from 'react';
import css from './bottom-bar.module.css';

interface BottomBarProps {
  /** What stands beside the slider: "12 / 205". */
  readonly short: string;
  readonly onGoTo: () => void;
  readonly scrubber: ReactNode;
  readonly children?: ReactNode;
}

/** Place, slider, and what is changed most while reading. */
export function BottomBar({ short, onGoTo, scrubber, children }: BottomBarProps) {
  return (
    <div className={css['bar']}>
      <button type="button" className={css['place']} title="Go to page" onClick={onGoTo}>
        {short}
        <span className="visually-hidden">, go to another</span>
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

/** A button that goes to the next of a few values and shows the present one. */
export function BarChoice({ label, value, onClick }: BarChoiceProps) {
  return (
    <button type="button" className={css['choice']} title={label} onClick={onClick}>
      <span className={css['label']}>{label}</span>
      <span>{value}</span>
    </button>
  );
}
