import { plural, t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import type { ReadingOverview } from '@lectern/contract';
import { readingOverviewQuery } from '#entities/statistics/queries.ts';
import { shortDay } from '#lib/days.ts';
import { formatNumber } from '#lib/format.ts';
import { QueryBoundary } from '#ui/feedback/query-boundary.tsx';
import { Figures } from '#ui/layout/figures.tsx';
import { Loading, Skeleton } from '#ui/feedback/skeleton.tsx';
import { formatReading } from './measures.ts';

/** Today, this year and the current streak. */
export function Overview() {
  const query = useQuery(readingOverviewQuery());
  return (
    <QueryBoundary
      query={query}
      loading={
        <Loading label={t`Loading your totals`}>
          <Skeleton shape="box" />
        </Loading>
      }
    >
      {(overview) => <Figures figures={listFigures(overview)} />}
    </QueryBoundary>
  );
}

function listFigures({ today, currentYear, streak }: ReadingOverview) {
  const { year, duration, pagesRead, booksFinished, daysRead } = currentYear;
  const { pagesRead: pagesToday } = today;
  return [
    [t`Today`, formatReading(today.duration.totalMs), plural(pagesToday, { one: '# page', other: '# pages' })],
    [
      t`In ${year}`,
      formatReading(duration.totalMs),
      t`${plural(pagesRead, { one: '# page', other: '# pages' })} on ${plural(daysRead, { one: '# day', other: '# days' })}`,
    ],
    [t`Books read in ${year}`, formatNumber(booksFinished)],
    [t`Days in a row`, formatNumber(streak.currentDays), longestWords(streak)],
  ] as const;
}

function longestWords({ longestDays, longestFrom, longestTo }: ReadingOverview['streak']): string {
  if (longestFrom === null || longestTo === null) return t`Read something today to start`;
  if (longestDays < 2) return plural(longestDays, { one: 'Longest: # day', other: 'Longest: # days' });
  const from = shortDay(longestFrom);
  const to = shortDay(longestTo);
  return t`Longest: ${plural(longestDays, { one: '# day', other: '# days' })}, ${from} to ${to}`;
}
