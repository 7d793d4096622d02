import type { ReactNode } from 'react';
import { Panel } from '#ui/page.tsx';
import css from './metrics-page.module.css';

interface FigureTableProps {
  readonly title: string;
  /** The first column names the rows. */
  readonly columns: readonly string[];
  readonly rows: readonly (readonly [key: string, ...cells: ReactNode[]])[];
  /** Said instead of rows. */
  readonly empty: string;
  readonly children?: ReactNode;
}

/** Figures in rows; on small screens it is moved sideways within its frame. */
export function FigureTable({ title, columns, rows, empty, children }: FigureTableProps) {
  return (
    <Panel title={title}>
      {rows.length === 0 ? (
        <p className={css['quiet']}>{empty}</p>
      ) : (
        <div className={css['scroll']} tabIndex={0} role="region" aria-label={title}>
          <table className={css['table']}>
            <caption className="visually-hidden">{title}</caption>
            <thead>
              <tr>
                {columns.map((column) => (
                  <th key={column} scope="col">
                    {column}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map(([key, name, ...cells]) => (
                <tr key={key}>
                  <th scope="row">{name}</th>
                  {cells.map((cell, index) => (
                    // columns of one table, whose order never changes
                    <td key={columns[index + 1]}>{cell}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {children}
    </Panel>
  );
}
