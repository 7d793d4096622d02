import type { ReadingOverview } from '@lectern/contract';
import type { Viewer } from '#core/viewer.ts';
import { findFirstReading, type Span, sumByBook } from '#db/repos/reading/statistics.repo.ts';
import { addDays, type Calendar, findStreaks } from './calendar.ts';
import { resolveCalendar, MAX_DAYS, type StatisticsContext } from './resolve-days.ts';
import { addPeriods, addSlots, getOrInsert, forEachPiece, emptySums, type Sums, toPart } from './reading-sums.ts';

const MONTHS = 12;

async function sumDays(
  { db }: StatisticsContext,
  viewer: Viewer,
  calendar: Calendar,
  span: Span,
): Promise<ReadonlyMap<string, Sums>> {
  const days = new Map<string, Sums>();
  const getDay = (at: number): Sums => getOrInsert(days, calendar.toDay(at), emptySums);
  await forEachPiece(span, async (piece) => addSlots(db.readHeavy, viewer, piece, getDay));
  return days;
}

async function countBooks({ db }: StatisticsContext, viewer: Viewer, span: Span): Promise<number> {
  const books = new Set<string>();
  await forEachPiece(span, async (piece) => {
    for (const { bookId } of await sumByBook(db.readHeavy, viewer, piece)) books.add(bookId);
  });
  return books.size;
}

function toTotal(days: Iterable<Sums>) {
  const total = addPeriods(days);
  return { ...toPart(total), booksFinished: total.finished };
}

/**
 * What the viewer read today and this year, and the streaks of days with reading.
 * @throws {AppError} `BadRequest` for an unknown time zone
 */
export async function getReadingOverview(
  ctx: StatisticsContext,
  viewer: Viewer,
  timezone: string | undefined,
): Promise<ReadingOverview> {
  const calendar = resolveCalendar(ctx, timezone);
  const now = Date.now();
  const today = calendar.toDay(now);
  const year = today.slice(0, 4);
  const before = calendar.getStart(addDays(today, 1));
  const first = (await findFirstReading(ctx.db.read, viewer)) ?? now;
  const newYear = calendar.getStart(`${year}-01-01`);
  const from = Math.max(Math.min(first, newYear), calendar.getStart(addDays(today, -MAX_DAYS)));
  const days = await sumDays(ctx, viewer, calendar, { from, before });
  const daysFrom = (prefix: string): Sums[] =>
    [...days].filter(([day]) => day.startsWith(prefix)).map(([, sums]) => sums);
  const readDays = [...days].filter(([, { sessions }]) => sessions > 0).map(([day]) => day);
  return {
    timezone: calendar.timezone,
    today: {
      ...toTotal(daysFrom(today)),
      books: await countBooks(ctx, viewer, { from: calendar.getStart(today), before }),
    },
    currentYear: {
      ...toTotal(daysFrom(year)),
      year: Number(year),
      books: await countBooks(ctx, viewer, { from: newYear, before }),
      daysRead: readDays.filter((day) => day.startsWith(year)).length,
      months: Array.from({ length: MONTHS }, (_, index) => {
        const month = index + 1;
        return { month, ...toTotal(daysFrom(`${year}-${String(month).padStart(2, '0')}`)) };
      }),
    },
    streak: findStreaks(readDays.toSorted(), today),
  };
}
