import type { ServerReadingStats } from '@lectern/contract';
import { countAllFinished, sumByUser } from '#db/repos/statistics.repo.ts';
import { bucketOf, listBuckets, SLOT_MS } from './calendar.ts';
import { type DaysAsked, daysWanted, type StatisticsContext } from './days-wanted.ts';
import { addTo, inPieces, noReading, type Sums, sumsOf, toPart } from './sums.ts';

interface PeriodSums extends Sums {
  readonly users: Set<string>;
  finished: number;
}

function begin(): PeriodSums {
  return { ...noReading(), users: new Set(), finished: 0 };
}

function toPeriod(sums: PeriodSums) {
  return { ...toPart(sums), activeUsers: sums.users.size, booksFinished: sums.finished };
}

/**
 * How much all users read in a range of days: neither what, nor who.
 * @throws {AppError} `BadRequest` for a range or time zone that is none
 */
export async function getServerReadingStats(ctx: StatisticsContext, asked: DaysAsked): Promise<ServerReadingStats> {
  const { from, to, granularity, calendar, span } = daysWanted(ctx, asked);
  const { read } = ctx.db;
  const periods = new Map<string, PeriodSums>();
  const total = begin();
  // Many people read at the same time: what day that is costs more than looking it up.
  const bySlot = new Map<number, PeriodSums>();
  const periodOf = (slot: number): PeriodSums =>
    sumsOf(bySlot, slot, () => sumsOf(periods, bucketOf(calendar.dayOf(slot * SLOT_MS), granularity), begin));
  await inPieces(span, async (piece) => {
    for (const row of await sumByUser(read, piece, SLOT_MS)) {
      for (const sums of [periodOf(row.slot), total]) {
        addTo(sums, row);
        sums.users.add(row.userId);
      }
    }
    for (const { slot, count } of await countAllFinished(read, piece, SLOT_MS)) {
      for (const sums of [periodOf(slot), total]) sums.finished += count;
    }
  });
  return {
    ...{ from, to, granularity, timezone: calendar.timezone },
    summary: toPeriod(total),
    periods: listBuckets(from, to, granularity).map((bucket) => ({
      bucket,
      ...toPeriod(periods.get(bucket) ?? begin()),
    })),
  };
}
