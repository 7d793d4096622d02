import { sql } from 'kysely';
import type { ReadDb } from '../../open.ts';
import { inOrder, seriesOrder } from './book-order.ts';
import { countRows, readChunked, type ReadRow, type Slice } from './read-rows.ts';
import type { ViewerScope } from './viewer-scope.ts';
import { visibleBooks } from './visibility.ts';

/** Which of the viewer's books a list holds. */
export interface ReadingFilter {
  readonly libraryId?: string | undefined;
  readonly seriesId?: string | undefined;
  /** Only those that are begun and not finished. */
  readonly inProgress?: boolean;
}

/** Live books the viewer has progress in. */
function readBooks(db: ReadDb, viewerScope: ViewerScope, { libraryId, seriesId, inProgress = false }: ReadingFilter) {
  return visibleBooks(db, viewerScope)
    .innerJoin('readProgress', 'readProgress.bookId', 'book.id')
    .where('readProgress.userId', '=', viewerScope.userId)
    .$if(inProgress, (query) => query.where('readProgress.completed', '=', 0))
    .$if(libraryId !== undefined, (query) => query.where('book.libraryId', '=', libraryId ?? ''))
    .$if(seriesId !== undefined, (query) => query.where('book.seriesId', '=', seriesId ?? ''));
}

/** Ids of books by the viewer's latest reading, latest first. */
export async function pickReadBooks(db: ReadDb, viewerScope: ViewerScope, filter: ReadingFilter, page: Slice) {
  const rows = await readBooks(db, viewerScope, filter)
    .select('book.id')
    .orderBy('readProgress.updatedAt', 'desc')
    .orderBy('book.id', 'desc')
    .limit(page.limit)
    .offset(page.offset)
    .execute();
  return rows.map(({ id }) => id);
}

/** How many books such a list holds. */
export async function countReadBooks(db: ReadDb, viewerScope: ViewerScope, filter: ReadingFilter): Promise<number> {
  return countRows(readBooks(db, viewerScope, filter));
}

/** Of books of a series that the viewer has begun: some are finished, and none is in the middle. */
const IS_PAUSED = sql<boolean>`sum("readProgress"."completed") > 0 and sum(1 - "readProgress"."completed") = 0`;
/** The series has more books than the finished ones. */
const IS_UNFINISHED = sql<boolean>`sum("readProgress"."completed") < (select count(*) from "book" as "all"
  where "all"."seriesId" = ${sql.ref('book.seriesId')} and "all"."deletedAt" is null)`;

/** Series with a finished book, none in progress and one not finished, by their latest reading. Only live books count. */
export async function listSeriesOnDeck(
  db: ReadDb,
  viewerScope: ViewerScope,
  filter: Pick<ReadingFilter, 'libraryId' | 'seriesId'>,
): Promise<string[]> {
  const rows = await readBooks(db, viewerScope, filter)
    .select('book.seriesId')
    .groupBy('book.seriesId')
    .having(IS_PAUSED)
    .having(IS_UNFINISHED)
    .orderBy(sql`max("readProgress"."updatedAt")`, 'desc')
    .orderBy('book.seriesId', 'desc')
    .execute();
  return rows.map(({ seriesId }) => seriesId);
}

/** Those of some series that `listSeriesOnDeck` would list. */
export async function listPausedSeries(db: ReadDb, viewerScope: ViewerScope, seriesIds: readonly string[]) {
  const rows = await readChunked(seriesIds, (some) =>
    visibleBooks(db, viewerScope)
      // SQLite keeps the order of a cross join: from the books of the series, not from everything read.
      .crossJoin('readProgress')
      .whereRef('readProgress.bookId', '=', 'book.id')
      .where('readProgress.userId', '=', viewerScope.userId)
      .select('book.seriesId')
      .where('book.seriesId', 'in', some)
      .groupBy('book.seriesId')
      .having(IS_PAUSED)
      .having(IS_UNFINISHED),
  );
  return rows.map(({ seriesId }) => seriesId);
}

export type LatestRead = ReadRow<typeof listLatestRead>;

/** The books that the viewer read last, latest first. */
export async function listLatestRead(
  db: ReadDb,
  viewerScope: ViewerScope,
  filter: Pick<ReadingFilter, 'libraryId' | 'seriesId'>,
  limit: number,
) {
  return readBooks(db, viewerScope, filter)
    .select(['book.seriesId', 'readProgress.updatedAt'])
    .orderBy('readProgress.updatedAt', 'desc')
    .orderBy('book.id', 'desc')
    .limit(limit)
    .execute();
}

/** Live books of some series in reading order, series by series, and whether the viewer has finished each. */
export async function listReadStates(db: ReadDb, viewerScope: ViewerScope, seriesIds: readonly string[]) {
  return readChunked(seriesIds, (some) =>
    visibleBooks(db, viewerScope)
      .leftJoin('readProgress', (join) =>
        join.onRef('readProgress.bookId', '=', 'book.id').on('readProgress.userId', '=', viewerScope.userId),
      )
      .select(['book.seriesId', 'book.id', 'readProgress.completed'])
      .where('book.seriesId', 'in', some)
      .orderBy('book.seriesId')
      .$call(inOrder(seriesOrder())),
  );
}
