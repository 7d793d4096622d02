import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { tasksQuery } from '#entities/task/queries.ts';
import { formatDuration, formatNumber } from '#lib/format.ts';
import { type Throughput, measureThroughput } from './throughput.ts';
import css from './tasks-page.module.css';

/** Number of recent tasks in the sample. */
const LOOKED = 200;

/** Recent throughput; hidden without finished tasks. */
export function Figures() {
  const { data } = useQuery({ ...tasksQuery({ status: 'completed', pageSize: LOOKED }), refetchInterval: 30_000 });
  if (data === undefined || data.total === 0) return null;
  const rows = listRows(measureThroughput(data.data, LOOKED, Date.now()));
  return (
    <dl className={css['figures']}>
      {rows.map(([label, figure]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{figure}</dd>
        </div>
      ))}
    </dl>
  );
}

function listRows({ lastHour, orMore, usualWaitMs, usualWorkMs }: Throughput): readonly (readonly [string, string])[] {
  const count = formatNumber(lastHour);
  return [
    [t`Done in the last hour`, orMore ? t`${count} or more` : count],
    [t`Usual wait`, durationWords(usualWaitMs)],
    [t`Usual run time`, durationWords(usualWorkMs)],
  ];
}

function durationWords(durationMs: number | undefined): string {
  if (durationMs === undefined) return t`Unknown`;
  return durationMs < 1000 ? t`< 1 s` : formatDuration(durationMs);
}
