import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Disclosure } from '#ui/layout/disclosure.tsx';
import css from './chart.module.css';

interface ChartFrameProps {
  readonly title: string;
  /** What the values measure. */
  readonly below: string;
  /** The drawing with its legend. */
  readonly children: ReactNode;
  /** The data table, rendered on demand. */
  readonly table: ReactNode;
}

/** The value under the pointer. */
export function Readout({ name, value }: { readonly name: string; readonly value: string }) {
  return (
    <Trans>
      {name}: <strong>{value}</strong>
    </Trans>
  );
}

export function ChartFrame({ title, below, children, table }: ChartFrameProps) {
  return (
    <figure className={css['chart']} aria-label={title}>
      <figcaption className={css['head']}>
        <h3>{title}</h3>
        <p>{below}</p>
      </figcaption>
      {children}
      <Disclosure title={t`Show as table`} later>
        {table}
      </Disclosure>
    </figure>
  );
}
