import type { ComponentProps, ReactNode } from 'react';
import { Panel } from '#ui/layout/page.tsx';
import { Table } from '#ui/layout/table.tsx';
import css from './metrics-page.module.css';

interface FigureTableProps extends Pick<ComponentProps<typeof Table>, 'columns' | 'rows'> {
  readonly title: string;
  /** Shown instead of rows. */
  readonly empty: string;
  readonly children?: ReactNode;
}

export function FigureTable({ title, columns, rows, empty, children }: FigureTableProps) {
  return (
    <Panel title={title}>
      {rows.length === 0 ? (
        <p className={css['quiet']}>{empty}</p>
      ) : (
        <Table label={title} columns={columns} rows={rows} />
      )}
      {children}
    </Panel>
  );
}
