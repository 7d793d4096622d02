import type { ReactNode } from 'react';
import { Disclosure } from '#ui/layout/disclosure.tsx';
import css from './chart.module.css';

interface ChartFrameProps {
  readonly title: string;
  /** What the numbers are. */
  readonly below: string;
  /** The drawing with its legend. */
  readonly children: ReactNode;
  /** The same figures in rows, drawn once somebody asks. */
  readonly table: ReactNode;
}

/** A drawing under its name, with what it says as a table. */
export function ChartFrame({ title, below, children, table }: ChartFrameProps) {
  return (
    <figure className={css['chart']} aria-label={title}>
      <figcaption className={css['head']}>
        <h3>{title}</h3>
        <p>{below}</p>
      </figcaption>
      {children}
      <Disclosure title="As a table" later>
        {table}
      </Disclosure>
    </figure>
  );
}
