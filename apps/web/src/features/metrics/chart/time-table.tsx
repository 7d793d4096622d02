import { formatClock } from '../metric-words.ts';
import { spreadIndexes } from './geometry.ts';
import type { ChartLine } from './chart-line.ts';
import css from './time-chart.module.css';

/** More rows than this are thinned out evenly. */
const MOST_ROWS = 60;

interface TimeTableProps {
  readonly title: string;
  readonly lines: readonly ChartLine[];
  readonly times: readonly number[];
  readonly format: (value: number) => string;
}

/** What a chart shows, the latest first. */
export function TimeTable({ title, lines, times, format }: TimeTableProps) {
  return (
    <div className={css['scroll']} tabIndex={0} role="region" aria-label={`${title}, as a table`}>
      <table className={css['table']}>
        <caption className="visually-hidden">{title}, the latest first</caption>
        <thead>
          <tr>
            <th scope="col">Time</th>
            {lines.map(({ name }) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {spreadIndexes(times.length, MOST_ROWS).map((index) => (
            <tr key={index}>
              <th scope="row">{formatClock(times[index] ?? 0, true)}</th>
              {lines.map(({ name, values }) => (
                <td key={name}>{format(values[index] ?? 0)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
