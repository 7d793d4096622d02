import { t } from '@lingui/core/macro';
import { Table } from '#ui/layout/table.tsx';
import type { ChartLine } from './chart-line.ts';
import { formatClock } from './clock.ts';
import { spreadIndexes } from './geometry.ts';

/** More rows are thinned out evenly. */
const MOST_ROWS = 60;

interface TimeTableProps {
  readonly title: string;
  readonly lines: readonly ChartLine[];
  readonly times: readonly number[];
  readonly format: (value: number) => string;
}

/** The data of a chart, latest first. */
export function TimeTable({ title, lines, times, format }: TimeTableProps) {
  return (
    <Table
      low
      label={t`${title}, as a table`}
      caption={t`${title}, newest first`}
      columns={[t({ message: 'Time', context: 'of a measurement' }), ...lines.map(({ name }) => name)]}
      rows={spreadIndexes(times.length, MOST_ROWS).map((index) => [
        String(index),
        formatClock(times[index] ?? 0, true),
        ...lines.map(({ values }) => format(values[index] ?? 0)),
      ])}
    />
  );
}
