import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ServerReadingStats } from '@lectern/contract';
import { countAllFinished, sumByUser } from '#db/repos/reading/statistics.repo.ts';
import { addDays, toBucket, listBuckets } from './calendar.ts';
import { type DaysAsked, resolveDays, type StatisticsContext } from './resolve-days.ts';
import { addTo, getOrInsert, emptySums, type Sums, toPart } from './reading-sums.ts';

interface ServerPeriodSums extends Sums {
  readonly users: Set<string>;
}

function emptyServerPeriod(): ServerPeriodSums {
  return { ...emptySums(), users: new Set() };
}

function toPeriod(sums: ServerPeriodSums) {
  return { ...toPart(sums), activeUsers: sums.users.size, booksFinished: sums.finished };
}

/** Requests get a turn between two batches. */
const DAYS_AT_ONCE = 32;

/**
 * How much all users read in a range of days, without names and titles. Each day is its own query: sorting few rows is faster.
 * @throws {AppError} `BadRequest` for an invalid range or time zone
 */
export async function getServerReadingStats(ctx: StatisticsContext, asked: DaysAsked): Promise<ServerReadingStats> {
  const { from, to, granularity, calendar } = resolveDays(ctx, asked);
  const { readHeavy } = ctx.db;
  const periods = new Map<string, ServerPeriodSums>();
  const total = emptyServerPeriod();
  const sumDay = async (day: string): Promise<void> => {
    const span = { from: calendar.getStart(day), before: calendar.getStart(addDays(day, 1)) };
    const [byUser, finished] = await Promise.all([sumByUser(readHeavy, span), countAllFinished(readHeavy, span)]);
    if (byUser.length === 0 && finished === 0) return;
    for (const sums of [getOrInsert(periods, toBucket(day, granularity), emptyServerPeriod), total]) {
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
    from,
    to,
    granularity,
    timezone: calendar.timezone,
    summary: toPeriod(total),
    periods: listBuckets(from, to, granularity).map((bucket) => ({
      bucket,
      ...toPeriod(periods.get(bucket) ?? emptyServerPeriod()),
    })),
  };
}
