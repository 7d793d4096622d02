import { inPages, PAGE_ROWS } from '../../in-pages.ts';
import type { ReadDb } from '../../open.ts';
import { type PlacedBook, selectPlaced } from './scan.repo.ts';

/** A live book with all that its place, title and number follow from. */
export interface PreviewedBook extends PlacedBook {
  readonly seriesId: string;
  /** `pending` until it is read. */
  readonly state: string;
  readonly statedSeries: string | null;
  /** JSON array, null for a book that was never read. */
  readonly authors: string | null;
}

/** Live books of a library, a thousand at a time. */
export async function* listPreviewedBooks(db: ReadDb, libraryId: string): AsyncGenerator<PreviewedBook[], void> {
  yield* inPages(
    async (after) =>
      selectPlaced(db)
        .select(['book.seriesId', 'book.state', 'stated.series as statedSeries', 'stated.authors'])
        .where('book.libraryId', '=', libraryId)
        .where('book.deletedAt', 'is', null)
        .where('book.id', '>', after)
        .orderBy('book.id')
        .limit(PAGE_ROWS)
        .execute(),
    ({ id }) => id,
  );
}
