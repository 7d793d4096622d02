import { t } from '@lingui/core/macro';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { MetricsRange } from '@lectern/contract';
import { useState } from 'react';
import { metricsHistoryQuery, metricsQuery } from '#entities/server/queries.ts';
import { useDocumentTitle } from '#lib/use-document-title.ts';
import { QueryBoundary } from '#ui/feedback/query-boundary.tsx';
import { Segments } from '#ui/controls/segments.tsx';
import { BoxSkeletons } from '#ui/feedback/skeleton.tsx';
import { Charts } from './charts.tsx';
import { FirstFigures } from './first-figures.tsx';
import css from './metrics-page.module.css';
import { MoreFigures } from './more-figures.tsx';
import { RouteTable } from './route-table.tsx';
import { TaskTable } from './task-table.tsx';

/** Poll interval, equal to the step of the charts. */
const STEP_MS: Readonly<Record<MetricsRange, number>> = { recent: 5000, day: 60_000 };

const RANGES: readonly (readonly [MetricsRange, string])[] = [
  ['recent', t`Last 10 minutes`],
  ['day', t`Last 24 hours`],
];

export function MetricsPage() {
  useDocumentTitle(t`Metrics`);
  const [range, setRange] = useState<MetricsRange>('recent');
  const now = useQuery({ ...metricsQuery(), refetchInterval: STEP_MS.recent });
  const history = useQuery({
    ...metricsHistoryQuery(range),
    refetchInterval: STEP_MS[range],
    placeholderData: keepPreviousData,
  });
  return (
    <>
      <QueryBoundary query={now} loading={<BoxSkeletons label={t`Loading metrics`} />}>
        {(metrics) => <FirstFigures metrics={metrics} />}
      </QueryBoundary>
      <div className={css['ranges']}>
        <h2>{t`Over time`}</h2>
        <Segments legend={t`Time range`} value={range} options={RANGES} onValue={setRange} />
      </div>
      <QueryBoundary query={history} loading={<BoxSkeletons label={t`Loading charts`} />}>
        {(answer) => <Charts history={answer} />}
      </QueryBoundary>
      {now.data !== undefined && (
        <>
          <RouteTable routes={now.data.requests.routes} />
          <TaskTable tasks={now.data.tasks} />
          <MoreFigures metrics={now.data} />
        </>
      )}
    </>
  );
}
