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
  useDocumentTitle(t`Everyone’s statistics`);
  const today = toDay(Date.now());
  const query = useQuery({ ...serverStatsQuery(resolveRange(choice, today)), placeholderData: keepPreviousData });
  return (
    <StatsFrame>
      <p className={css['lead']}>{t`How much everyone reads in total. Who reads what, and how much, stays private.`}</p>
      <RangeFields choice={choice} today={today} onChoice={onChoice} />
      <QueryBoundary query={query} loading={<BoxSkeletons label={t`Loading everyone’s statistics`} />}>
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
    [
      t`Reading time`,
      formatReading(duration.totalMs),
      plural(sessions, { one: 'In # session', other: 'In # sessions' }),
    ],
    [t`Pages read`, formatNumber(pagesRead)],
    [t`Books read`, formatNumber(booksFinished)],
    [t`Readers`, formatNumber(activeUsers)],
  ] as const;
}
