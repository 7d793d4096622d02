import type { ReadingOverview } from '@lectern/contract';
import type { Viewer } from '#core/viewer.ts';
import { countFinished, findFirstReading, type Span, sumByBook, sumBySlot } from '#db/repos/reading/statistics.repo.ts';
import { addDays, type Calendar, calendarWanted, findStreaks, SLOT_MS, type StatisticsContext } from './calendar.ts';
import { addTo, inPieces, noReading, type Sums, sumsOf, toPart } from './reading-stats.ts';

const MONTHS = 12;
/** Streaks are looked for in the last ten years. */
const MAX_DAYS = 3_660;

interface DaySums extends Sums {
  finished: number;
}

async function sumDays(
  { db }: StatisticsContext,
  viewer: Viewer,
  calendar: Calendar,
  span: Span,
): Promise<Map<string, DaySums>> {
  const days = new Map<string, DaySums>();
  const dayOf = (slot: number): DaySums =>
    sumsOf(days, calendar.dayOf(slot * SLOT_MS), () => ({ ...noReading(), finished: 0 }));
  await inPieces(span, async (piece) => {
    for (const row of await sumBySlot(db.readHeavy, viewer, piece, SLOT_MS)) addTo(dayOf(row.slot), row);
    for (const { slot, count } of await countFinished(db.readHeavy, viewer, piece, SLOT_MS))
      dayOf(slot).finished += count;
  });
  return days;
}

async function countBooks({ db }: StatisticsContext, viewer: Viewer, span: Span): Promise<number> {
  const books = new Set<string>();
  await inPieces(span, async (piece) => {
    for (const { bookId } of await sumByBook(db.readHeavy, viewer, piece)) books.add(bookId);
  });
  return books.size;
}

function totalOf(days: Iterable<DaySums>) {
  const sums = noReading();
  let booksFinished = 0;
  for (const day of days) {
    addTo(sums, day);
    booksFinished += day.finished;
  }
  return { ...toPart(sums), booksFinished };
}

/**
 * What the viewer read today and this year, and for how many days in a row.
 * @throws {AppError} `BadRequest` for a time zone that is none
 */
export async function getReadingOverview(
  ctx: StatisticsContext,
  viewer: Viewer,
  timezone: string | undefined,
): Promise<ReadingOverview> {
  const calendar = calendarWanted(ctx, timezone);
  const now = Date.now();
  const today = calendar.dayOf(now);
  const year = today.slice(0, 4);
  const before = calendar.startOf(addDays(today, 1));
  const first = (await findFirstReading(ctx.db.read, viewer)) ?? now;
  const newYear = calendar.startOf(`${year}-01-01`);
  const from = Math.max(Math.min(first, newYear), calendar.startOf(addDays(today, -MAX_DAYS)));
  const days = await sumDays(ctx, viewer, calendar, { from, before });
  const ofYear = [...days].filter(([day]) => day.startsWith(year));
  const readDays = [...days].filter(([, { sessions }]) => sessions > 0).map(([day]) => day);
  const months = Array.from({ length: MONTHS }, (_, index) => {
    const month = index + 1;
    const prefix = `${year}-${String(month).padStart(2, '0')}`;
    return { month, ...totalOf(ofYear.filter(([day]) => day.startsWith(prefix)).map(([, sums]) => sums)) };
  });
  const isOfToday = days.get(today);
  const todaySpan = { from: calendar.startOf(today), before };
  return {
    timezone: calendar.timezone,
    today: {
      ...totalOf(isOfToday === undefined ? [] : [isOfToday]),
      books: await countBooks(ctx, viewer, todaySpan),
    },
    currentYear: {
      ...totalOf(ofYear.map(([, sums]) => sums)),
      year: Number(year),
      books: await countBooks(ctx, viewer, { from: newYear, before }),
      daysRead: readDays.filter((day) => day.startsWith(year)).length,
      months,
    },
    streak: findStreaks(readDays.toSorted(), today),
  };
}
