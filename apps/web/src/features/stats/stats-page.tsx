import { t } from '@lingui/core/macro';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReadingStats } from '@lectern/contract';
import { readingStatsQuery } from '#entities/statistics/queries.ts';
import { toDay } from '#lib/days.ts';
import { useDocumentTitle } from '#lib/use-document-title.ts';
import { QueryBoundary } from '#ui/feedback/query-boundary.tsx';
import { buttonClass } from '#ui/controls/button.tsx';
import { Note } from '#ui/feedback/notice.tsx';
import { BoxSkeletons } from '#ui/feedback/skeleton.tsx';
import { CalendarPanel } from './calendar-panel.tsx';
import { ExportMenu } from './export-menu.tsx';
import { Overview } from './overview.tsx';
import { PeriodChart } from './period-chart.tsx';
import { RangeFields } from './range-fields.tsx';
import { type RangeChoice, resolveRange } from './ranges.ts';
import { Rankings } from './rankings.tsx';
import { SessionList } from './session-list.tsx';
import { StatsFrame } from './stats-frame.tsx';
import css from './stats-page.module.css';
import { buildTotals } from './totals.ts';

export interface StatsChoice extends RangeChoice {
  /** Year of the calendar; the current one by default. */
  readonly year?: number;
  /** Page of the session list, from 1; absent on the first. */
  readonly page?: number;
}

interface StatsPageProps {
  readonly choice: StatsChoice;
  readonly onChoice: (choice: StatsChoice) => void;
}

export function StatsPage({ choice, onChoice }: StatsPageProps) {
  useDocumentTitle(t`Statistics`);
  const today = toDay(Date.now());
  const thisYear = Number(today.slice(0, 4));
  const { year = thisYear, page = 1 } = choice;
  const query = useQuery({ ...readingStatsQuery(resolveRange(choice, today)), placeholderData: keepPreviousData });
  return (
    <StatsFrame actions={query.data !== undefined && <ExportMenu stats={query.data} />}>
      <Overview />
      <CalendarPanel
        year={year}
        thisYear={thisYear}
        onYear={(chosen) => onChoice(withYear(choice, chosen === thisYear ? undefined : chosen))}
      />
      <RangeFields
        choice={choice}
        today={today}
        onChoice={(range) => onChoice({ ...range, ...(choice.year === undefined ? {} : { year: choice.year }) })}
      />
      <QueryBoundary query={query} loading={<BoxSkeletons label={t`Loading your statistics`} />}>
        {(stats) => <Range stats={stats} />}
      </QueryBoundary>
      <SessionList page={page} onPage={(turned) => onChoice(withPage(choice, turned))} />
    </StatsFrame>
  );
}

function withYear({ year: _, ...choice }: StatsChoice, year: number | undefined): StatsChoice {
  return year === undefined ? choice : { ...choice, year };
}

function withPage({ page: _, ...choice }: StatsChoice, page: number): StatsChoice {
  return page === 1 ? choice : { ...choice, page };
}

function Range({ stats }: { readonly stats: ReadingStats }) {
  if (stats.summary.sessions === 0) {
    return (
      <div className={css['nothing']}>
        <Note
          tone="info"
          action={<Link to="/" className={buttonClass()}>{t`Find something to read`}</Link>}
        >{t`You read nothing in this period. What you read in Lectern and in connected apps counts here.`}</Note>
      </div>
    );
  }
  return (
    <>
      <PeriodChart
        granularity={stats.granularity}
        periods={stats.periods}
        measures={['time', 'pages', 'finished']}
        getTotal={buildTotals(stats.summary)}
      />
      <Rankings stats={stats} />
    </>
  );
}
