import { plural, t } from '@lingui/core/macro';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ServerReadingStats } from '@lectern/contract';
import { serverStatsQuery } from '#entities/statistics/queries.ts';
import { toDay } from '#lib/days.ts';
import { formatNumber } from '#lib/format.ts';
import { useDocumentTitle } from '#lib/use-document-title.ts';
import { QueryBoundary } from '#ui/feedback/query-boundary.tsx';
import { Figures } from '#ui/layout/figures.tsx';
import { BoxSkeletons } from '#ui/feedback/skeleton.tsx';
import { formatReading } from './measures.ts';
import { PeriodChart } from './period-chart.tsx';
import { RangeFields } from './range-fields.tsx';
import { type RangeChoice, resolveRange } from './ranges.ts';
import css from './stats-page.module.css';
import { StatsFrame } from './stats-frame.tsx';
import { buildTotals } from './totals.ts';

interface ServerStatsPageProps {
  readonly choice: RangeChoice;
  readonly onChoice: (choice: RangeChoice) => void;
}

/** Totals of all users; never who read what. */
export function ServerStatsPage({ choice, onChoice }: ServerStatsPageProps) {
  useDocumentTitle(t`Statistics of everybody`);
  const today = toDay(Date.now());
  const query = useQuery({ ...serverStatsQuery(resolveRange(choice, today)), placeholderData: keepPreviousData });
  return (
    <StatsFrame>
      <p
        className={css['lead']}
      >{t`How much everybody reads together. What they read, and who reads how much, is theirs.`}</p>
      <RangeFields choice={choice} today={today} onChoice={onChoice} />
      <QueryBoundary query={query} loading={<BoxSkeletons label={t`Loading what everybody read`} />}>
        {(stats) => (
          <>
            <Figures figures={listFigures(stats.summary)} />
            <PeriodChart
              granularity={stats.granularity}
              periods={stats.periods}
              measures={['time', 'pages', 'finished', 'people']}
              getTotal={buildTotals(stats.summary)}
            />
          </>
        )}
      </QueryBoundary>
    </StatsFrame>
  );
}

function listFigures({ duration, pagesRead, sessions, activeUsers, booksFinished }: ServerReadingStats['summary']) {
  return [
    [t`Time`, formatReading(duration.totalMs), t`in ${plural(sessions, { one: '# session', other: '# sessions' })}`],
    [t`Pages`, formatNumber(pagesRead), 'read'],
    [t`Finished`, formatNumber(booksFinished), booksFinished === 1 ? 'book' : 'books'],
    [t`People`, formatNumber(activeUsers), t`who read something`],
  ] as const;
}
