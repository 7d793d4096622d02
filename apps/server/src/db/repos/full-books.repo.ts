import { chunked } from '../dialect.ts';
import type { ReadDb } from '../open.ts';
import { type Beholder, visibleBooks } from './visibility.ts';

/** How often somebody finished a book, and when last. */
export interface Completions {
  readonly count: number;
  /** Epoch milliseconds. */
  readonly lastAt: number;
}

/** Completions of books by one user; books without any are left out. */
export async function countCompletions(
  db: ReadDb,
  userId: string,
  bookIds: readonly string[],
): Promise<ReadonlyMap<string, Completions>> {
  const found = new Map<string, Completions>();
  for (const ids of chunked(bookIds)) {
    const rows = await db
      .selectFrom('readCompletion')
      .select(['bookId'])
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .select((eb) => eb.fn.max('completedAt').as('lastAt'))
      .where('userId', '=', userId)
      .where('bookId', 'in', ids)
      .groupBy('bookId')
      .execute();
    for (const { bookId, ...completions } of rows) found.set(bookId, completions);
  }
  return found;
}

/** The series that files of books name, by book. */
export async function listStatedSeries(
  db: ReadDb,
  bookIds: readonly string[],
): Promise<ReadonlyMap<string, string | null>> {
  const found = new Map<string, string | null>();
  for (const ids of chunked(bookIds)) {
    const rows = await db.selectFrom('bookMetadata').select(['bookId', 'series']).where('bookId', 'in', ids).execute();
    for (const { bookId, series } of rows) found.set(bookId, series);
  }
  return found;
}

/** What the live books of a series come to, for one user. */
export interface SeriesTotals {
  readonly maxVolume: number | null;
  readonly maxChapter: number | null;
  /** Books with a volume and without a chapter. */
  readonly volumesOwned: number;
  /** How often all of them were finished. */
  readonly readCount: number;
  /** When that was so last; null before. */
  readonly lastCompletedAt: number | null;
}

/** Totals of series by id; those without live books that the beholder may see are left out. */
export async function countSeriesTotals(
  db: ReadDb,
  beholder: Beholder,
  seriesIds: readonly string[],
): Promise<ReadonlyMap<string, SeriesTotals>> {
  const found = new Map<string, SeriesTotals>();
  for (const ids of chunked(seriesIds)) {
    const books = await visibleBooks(db, beholder)
      .select(['book.id', 'book.seriesId', 'book.volume', 'book.chapter'])
      .where('book.seriesId', 'in', ids)
      .execute();
    const times = new Map<string, number[]>();
    const completions = await db
      .selectFrom('readCompletion')
      .innerJoin('book', 'book.id', 'readCompletion.bookId')
      .select(['readCompletion.bookId', 'readCompletion.completedAt'])
      .where('readCompletion.userId', '=', beholder.userId)
      .where('book.seriesId', 'in', ids)
      .orderBy('readCompletion.completedAt')
      .execute();
    for (const { bookId, completedAt } of completions) times.set(bookId, [...(times.get(bookId) ?? []), completedAt]);
    for (const book of books) found.set(book.seriesId, withBook(found.get(book.seriesId), book, times.get(book.id)));
  }
  return found;
}

function greater(one: number | null, other: number | null): number | null {
  return one === null || other === null ? (one ?? other) : Math.max(one, other);
}

/** A pass over a series is complete when its last book is: of each book the time of that pass counts. */
function withBook(
  totals: SeriesTotals | undefined,
  book: { readonly volume: number | null; readonly chapter: number | null },
  times: readonly number[] = [],
): SeriesTotals {
  const readCount = Math.min(totals?.readCount ?? times.length, times.length);
  const own = times[readCount - 1] ?? null;
  const known = totals === undefined ? own : totals.lastCompletedAt;
  return {
    maxVolume: greater(totals?.maxVolume ?? null, book.volume),
    maxChapter: greater(totals?.maxChapter ?? null, book.chapter),
    volumesOwned: (totals?.volumesOwned ?? 0) + Number(book.volume !== null && book.chapter === null),
    readCount,
    lastCompletedAt: readCount === 0 ? null : greater(known, own),
  };
}
