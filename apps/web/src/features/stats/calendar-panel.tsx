import { plural, t } from '@lingui/core/macro';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ReadingStats } from '@lectern/contract';
import { readingStatsQuery } from '#entities/statistics/queries.ts';
import { QueryBoundary } from '#ui/feedback/query-boundary.tsx';
import { IconButton } from '#ui/controls/button.tsx';
import { YearChart } from '#ui/chart/year-chart.tsx';
import { BoxSkeletons } from '#ui/feedback/skeleton.tsx';
import { formatReading } from './measures.ts';
import { YearReview } from './year-review.tsx';
import css from './stats-page.module.css';

interface CalendarPanelProps {
  readonly year: number;
  readonly thisYear: number;
  readonly onYear: (year: number) => void;
}

export function CalendarPanel({ year, thisYear, onYear }: CalendarPanelProps) {
  const query = useQuery({ ...readingStatsQuery(toYearRange(year)), placeholderData: keepPreviousData });
  const isOfYear = query.data?.from.startsWith(`${year}-`) === true;
  return (
    <section className={css['calendar']}>
      <div className={css['head']}>
        <h2>{t`Calendar`}</h2>
        <div className={css['years']}>
          {query.data !== undefined && isOfYear && query.data.summary.sessions > 0 && (
            <YearReview key={year} year={year} stats={query.data} />
          )}
          <IconButton
            icon="back"
            label={goToWords(year - 1)}
            disabled={year <= 2000}
            onClick={() => onYear(year - 1)}
          />
          <strong aria-live="polite">{year}</strong>
          <IconButton
            icon="forward"
            label={goToWords(year + 1)}
            disabled={year >= thisYear}
            onClick={() => onYear(year + 1)}
          />
        </div>
      </div>
      <QueryBoundary query={query} loading={<BoxSkeletons label={t`Loading the calendar`} />}>
        {(stats) => <Year year={year} stats={stats} />}
      </QueryBoundary>
    </section>
  );
}

function goToWords(year: number): string {
  return t`Go to ${year}`;
}

function toYearRange(year: number) {
  return { from: `${year}-01-01`, to: `${year}-12-31`, granularity: 'day' } as const;
}

function Year({ year, stats }: { readonly year: number; readonly stats: ReadingStats }) {
  const read = new Map(stats.periods.map(({ bucket, duration }) => [bucket, duration.totalMs]));
  const time = formatReading(stats.summary.duration.totalMs);
  const days = [...read.values()].filter((durationMs) => durationMs > 0).length;
  return (
    <YearChart
      title={t`Reading in ${year}`}
      below={t`Reading time per day`}
      year={year}
      worth={(day) => read.get(day) ?? 0}
      format={formatReading}
      total={days === 0 ? t`Nothing yet` : t`${time} on ${plural(days, { one: '# day', other: '# days' })}`}
    />
  );
}
