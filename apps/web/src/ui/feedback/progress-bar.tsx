import css from './progress-bar.module.css';

interface ProgressBarProps {
  /** 0 to 1; undefined for an unknown total. */
  readonly share: number | undefined;
  /** Accessible name. */
  readonly label: string;
}

export function ProgressBar({ share, label }: ProgressBarProps) {
  const percent = share === undefined ? undefined : Math.round(Math.min(1, Math.max(0, share)) * 100);
  return (
    <div
      className={css['track']}
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
    >
      <div
        className={percent === undefined ? css['unknown'] : css['bar']}
        style={percent === undefined ? undefined : { inlineSize: `${percent}%` }}
      />
    </div>
  );
}
