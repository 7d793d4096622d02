import type { ReadDb } from '../../open.ts';
import { chunked } from '../../sql/dialect.ts';
import { groupColumn } from '../rows/read-rows.ts';
import type { ViewerScope } from '../rows/viewer-scope.ts';
import { visibleBooks } from '../rows/visibility.ts';

/**
 * Totals of series for one user; a pass ends with its last book. Series without visible live books are left out.
 */
export async function countSeriesTotals(db: ReadDb, viewerScope: ViewerScope, seriesIds: readonly string[]) {
  const found = new Map<string, SeriesTotals>();
  for (const ids of chunked(seriesIds)) {
    const books = await visibleBooks(db, viewerScope)
      .select(['book.id', 'book.seriesId', 'book.volume', 'book.chapter'])
      .where('book.seriesId', 'in', ids)
      .execute();
    const completions = await db
      .selectFrom('readCompletion')
      .innerJoin('book', 'book.id', 'readCompletion.bookId')
      .select(['readCompletion.bookId', 'readCompletion.completedAt'])
      .where('readCompletion.userId', '=', viewerScope.userId)
      .where('book.seriesId', 'in', ids)
      .orderBy('readCompletion.completedAt')
      .execute();
    const times = groupColumn(completions, 'bookId', 'completedAt');
    const counted = books.map(({ id, seriesId, ...numbers }) => ({
      seriesId,
      book: { ...numbers, times: times.get(id) ?? [] },
    }));
    for (const [seriesId, ofSeries] of groupColumn(counted, 'seriesId', 'book')) found.set(seriesId, sumUp(ofSeries));
  }
  return found;
}

/** Totals of the live books of a series for one user. */
export type SeriesTotals = ReturnType<typeof sumUp>;

interface CountedBook {
  readonly volume: number | null;
  readonly chapter: number | null;
  /** When it was finished, in order. */
  readonly times: readonly number[];
}

function sumUp(books: readonly CountedBook[]) {
  const readCount = Math.min(...books.map(({ times }) => times.length));
  return {
    maxVolume: findGreatest(books.map(({ volume }) => volume)),
    maxChapter: findGreatest(books.map(({ chapter }) => chapter)),
    /** Books with a volume and without a chapter. */
    volumesOwned: books.filter(({ volume, chapter }) => volume !== null && chapter === null).length,
    readCount,
    /** Null before the first pass is complete. */
    lastCompletedAt: readCount === 0 ? null : findGreatest(books.map(({ times }) => times[readCount - 1] ?? null)),
  };
}

function findGreatest(values: readonly (number | null)[]): number | null {
  return values.reduce((most, value) => (most === null || (value !== null && value > most) ? value : most), null);
}
