import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ServerReadingStats } from '@lectern/contract';
import { countAllFinished, sumByUser } from '#db/repos/reading/statistics.repo.ts';
import { addDays, bucketOf, listBuckets } from './calendar.ts';
import { type DaysAsked, daysWanted, type StatisticsContext } from './days-wanted.ts';
import { addTo, noReading, type Sums, sumsOf, toPart } from './sums.ts';

interface ServerPeriodSums extends Sums {
  readonly users: Set<string>;
  finished: number;
}

function begin(): ServerPeriodSums {
  return { ...noReading(), users: new Set(), finished: 0 };
}

function toPeriod(sums: ServerPeriodSums) {
  return { ...toPart(sums), activeUsers: sums.users.size, booksFinished: sums.finished };
}

/** Days that are summed at once: a month or so, and then requests get their turn. */
const DAYS_AT_ONCE = 32;

/**
 * How much all users read in a range of days: neither what, nor who. Each day is summed by itself: few rows are sorted far sooner
 * than many.
 * @throws {AppError} `BadRequest` for a range or time zone that is none
 */
export async function getServerReadingStats(ctx: StatisticsContext, asked: DaysAsked): Promise<ServerReadingStats> {
  const { from, to, granularity, calendar } = daysWanted(ctx, asked);
  const { readHeavy } = ctx.db;
  const periods = new Map<string, ServerPeriodSums>();
  const total = begin();
  const sumDay = async (day: string): Promise<void> => {
    const span = { from: calendar.startOf(day), before: calendar.startOf(addDays(day, 1)) };
    const [byUser, finished] = await Promise.all([sumByUser(readHeavy, span), countAllFinished(readHeavy, span)]);
    if (byUser.length === 0 && finished === 0) return;
    for (const sums of [sumsOf(periods, bucketOf(day, granularity), begin), total]) {
      for (const row of byUser) {
        addTo(sums, row);
        sums.users.add(row.userId);
      }
      sums.finished += finished;
    }
  };
  const days = listBuckets(from, to, 'day');
  for (let start = 0; start < days.length; start += DAYS_AT_ONCE) {
    await Promise.all(days.slice(start, start + DAYS_AT_ONCE).map(sumDay));
    await nextTurn();
  }
  return {
    ...{ from, to, granularity, timezone: calendar.timezone },
    summary: toPeriod(total),
    periods: listBuckets(from, to, granularity).map((bucket) => ({
      bucket,
      ...toPeriod(periods.get(bucket) ?? begin()),
    })),
  };
}
