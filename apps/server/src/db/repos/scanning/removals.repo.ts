import { chunked } from '../../sql/dialect.ts';
import type { ReadDb, Tx } from '../../open.ts';
import { seriesOrder } from '../rows/book-order.ts';
import type { BookChange } from './scan.repo.ts';
import { countRows, type ReadRow, type Slice } from '../rows/read-rows.ts';
import type { ViewerScope } from '../rows/viewer-scope.ts';
import { visibleBooks } from '../rows/visibility.ts';

/** Books whose removal waits for an answer. */
export async function countHeldBack(db: ReadDb, libraryId: string): Promise<number> {
  return countRows(
    db
      .selectFrom('book')
      .where('libraryId', '=', libraryId)
      .where('missingSince', 'is not', null)
      .where('deletedAt', 'is', null),
  );
}

function visibleHeldBack(db: ReadDb, viewerScope: ViewerScope, libraryId: string) {
  return visibleBooks(db, viewerScope)
    .where('book.libraryId', '=', libraryId)
    .where('book.missingSince', 'is not', null);
}

/** How many of them a user may see. */
export async function countVisibleHeldBack(db: ReadDb, viewerScope: ViewerScope, libraryId: string): Promise<number> {
  return countRows(visibleHeldBack(db, viewerScope, libraryId));
}

/** Books whose removal waits for an answer, by title of their series and in reading order. */
export async function listHeldBackBooks(db: ReadDb, viewerScope: ViewerScope, libraryId: string, page: Slice) {
  const books = visibleHeldBack(db, viewerScope, libraryId)
    .innerJoin('series', 'series.id', 'book.seriesId')
    .select(['book.id', 'book.title', 'book.path', 'book.fileSize', 'book.seriesId', 'series.title as seriesName'])
    .select('book.missingSince')
    .$narrowType<{ missingSince: number }>()
    .orderBy('series.sortKey')
    .orderBy('series.id');
  return seriesOrder()
    .reduce((query, [term, direction]) => query.orderBy(term, direction), books)
    .limit(page.limit)
    .offset(page.offset)
    .execute();
}

/** Books that were deleted since a time, and since a user last confirmed removals. */
export async function countUnasked(db: ReadDb, libraryId: string, since: number): Promise<number> {
  return countRows(
    db
      .selectFrom('book')
      .innerJoin('library', 'library.id', 'book.libraryId')
      .where('book.libraryId', '=', libraryId)
      .where('book.deletedAt', '>', since)
      .where('book.binnedAt', 'is', null)
      .where((eb) => eb('book.deletedAt', '>', eb.fn.coalesce('library.removalsConfirmedAt', eb.lit(0)))),
  );
}

/** Notes that a user confirmed what was held back: what is gone by then counts against no later scan. */
export async function writeRemovalsConfirmed(tx: Tx, libraryId: string, at: number): Promise<void> {
  await tx.write.updateTable('library').set({ removalsConfirmedAt: at }).where('id', '=', libraryId).execute();
}

/** A book as far as its events need it. */
interface BookInSeries {
  readonly id: string;
  readonly seriesId: string;
}

/** Changes the next held back books. @returns these books */
export async function resolveHeldBack(tx: Tx, libraryId: string, change: BookChange, limit: number) {
  const held = await listHeldBack(tx.read, libraryId, limit);
  if (held.length === 0) return [];
  return tx.write
    .updateTable('book')
    .set(change)
    .where(
      'id',
      'in',
      held.map(({ id }) => id),
    )
    .where('libraryId', '=', libraryId)
    .where('missingSince', 'is not', null)
    .where('deletedAt', 'is', null)
    .returning(['id', 'seriesId'])
    .execute();
}

/** The series of the next held back books. */
export async function listHeldBackSeries(db: ReadDb, libraryId: string, limit: number): Promise<string[]> {
  const held = await listHeldBack(db, libraryId, limit);
  return [...new Set(held.map(({ seriesId }) => seriesId))];
}

async function listHeldBack(db: ReadDb, libraryId: string, limit: number): Promise<BookInSeries[]> {
  return db
    .selectFrom('book')
    .select(['id', 'seriesId'])
    .where('libraryId', '=', libraryId)
    .where('missingSince', 'is not', null)
    .where('deletedAt', 'is', null)
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** Which missing books are removed for good. */
export interface PurgeScope {
  readonly libraryId: string;
  /** Only those of one series. */
  readonly seriesId?: string | undefined;
  /** Only those marked deleted before this time, epoch milliseconds. */
  readonly deletedBefore?: number | undefined;
}

/** Missing books, a few at a time; those in the bin stay there. */
export async function listDeletedBooks(db: ReadDb, scope: PurgeScope, limit: number): Promise<BookInSeries[]> {
  const { libraryId, seriesId, deletedBefore } = scope;
  return db
    .selectFrom('book')
    .select(['id', 'seriesId'])
    .where('libraryId', '=', libraryId)
    .where('deletedAt', 'is not', null)
    .where('binnedAt', 'is', null)
    .$if(seriesId !== undefined, (query) => query.where('seriesId', '=', seriesId ?? ''))
    .$if(deletedBefore !== undefined, (query) => query.where('deletedAt', '<', deletedBefore ?? 0))
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** Deletes books that are still marked deleted, and series without books. @returns what was removed */
export async function deleteBooks(
  tx: Tx,
  { libraryId, seriesId, deletedBefore }: PurgeScope,
  bookIds: readonly string[],
): Promise<{ readonly books: readonly BookInSeries[]; readonly series: readonly string[] }> {
  const books: BookInSeries[] = [];
  for (const chunk of chunked(bookIds)) {
    const removed = await tx.write
      .deleteFrom('book')
      .where('id', 'in', chunk)
      .where('libraryId', '=', libraryId)
      .where('deletedAt', 'is not', null)
      .where('binnedAt', 'is', null)
      .$if(deletedBefore !== undefined, (query) => query.where('deletedAt', '<', deletedBefore ?? 0))
      .returning(['id', 'seriesId'])
      .execute();
    books.push(...removed);
  }
  const empty = await tx.write
    .deleteFrom('series')
    .where('libraryId', '=', libraryId)
    .$if(seriesId !== undefined, (query) => query.where('id', '=', seriesId ?? ''))
    .where((eb) =>
      eb.not(eb.exists(eb.selectFrom('book').select('book.id').whereRef('book.seriesId', '=', 'series.id'))),
    )
    .returning('id')
    .execute();
  return { books, series: empty.map(({ id }) => id) };
}

/** A book whose file a scan found no more. */
export type GoneBook = ReadRow<typeof listGoneBooks>;

function gone(db: ReadDb, viewerScope: ViewerScope) {
  return visibleBooks(db, viewerScope, { includeDeleted: true })
    .where('book.deletedAt', 'is not', null)
    .where('book.binnedAt', 'is', null);
}

/** Missing books, the latest first; not those of the bin. */
export async function listGoneBooks(db: ReadDb, viewerScope: ViewerScope, { limit, offset }: Slice) {
  return gone(db, viewerScope)
    .select(['book.id', 'book.seriesId', 'book.path', 'book.deletedAt'])
    .$narrowType<{ deletedAt: number }>()
    .orderBy('book.deletedAt', 'desc')
    .orderBy('book.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
}

/** How many there are. */
export async function countGoneBooks(db: ReadDb, viewerScope: ViewerScope): Promise<number> {
  return countRows(gone(db, viewerScope));
}
