import type { ReactNode } from 'react';
import { classNames } from '#ui/style/class-names.ts';
import css from './table.module.css';

interface TableProps {
  /** What the rows are, for whoever moves through the frame by keys. */
  readonly label: string;
  /** More about them, such as their order. */
  readonly caption?: string;
  /** The first column names the rows. */
  readonly columns: readonly string[];
  readonly rows: readonly (readonly [key: string, name: ReactNode, ...cells: ReactNode[]])[];
  /** Keeps to a part of the screen and scrolls, its head in sight. */
  readonly low?: boolean;
}

/** Figures in rows; on small screens it is moved sideways within its frame. */
export function Table({ label, caption = label, columns, rows, low = false }: TableProps) {
  return (
    <div className={classNames(css['scroll'], low && css['low'])} tabIndex={0} role="region" aria-label={label}>
      <table className={css['table']}>
        <caption className="visually-hidden">{caption}</caption>
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
  );
}
