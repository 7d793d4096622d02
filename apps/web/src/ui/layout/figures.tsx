import css from './figures.module.css';

interface FiguresProps {
  readonly figures: readonly (readonly [label: string, value: string, below?: string])[];
}

/** A few numbers to look at first, each with what it is and what else there is to say. */
export function Figures({ figures }: FiguresProps) {
  return (
    <dl className={css['figures']}>
      {figures.map(([label, value, below]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
          {below !== undefined && <dd className={css['below']}>{below}</dd>}
        </div>
      ))}
    </dl>
  );
}
