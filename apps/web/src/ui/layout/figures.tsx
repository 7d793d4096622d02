import css from './figures.module.css';

interface FiguresProps {
  readonly figures: readonly (readonly [label: string, value: string, below?: string])[];
}

/** Key figures with labels and details. */
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
