import type { ReactNode } from 'react';
import { classNames } from '#ui/style/class-names.ts';
import css from './table.module.css';

interface TableProps {
  /** Accessible name of the scroll container. */
  readonly label: string;
  /** Extra text, such as the sort order. */
  readonly caption?: string;
  /** The first column holds row headings. */
  readonly columns: readonly string[];
  readonly rows: readonly (readonly [key: string, name: ReactNode, ...cells: ReactNode[]])[];
  /** Limits the height and scrolls below a sticky head. */
  readonly low?: boolean;
}

/** A data table that scrolls sideways on small screens. */
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
                // columns of one table, whose order is constant
                <td key={columns[index + 1]}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
