import { sql } from 'kysely';
import { chunked } from '../../sql/dialect.ts';
import type { ReadDb } from '../../open.ts';
import { seriesOrder } from './book-order.ts';
import { type ViewerScope, visibleBooks } from './visibility.ts';

/** Which of the viewer's books a list holds. */
export interface ReadingFilter {
  readonly libraryId?: string | undefined;
  readonly seriesId?: string | undefined;
  /** Only those that are begun and not finished. */
  readonly inProgress?: boolean;
}

/** From where to where. */
export interface Slice {
  readonly limit: number;
  readonly offset: number;
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
export async function pickReadBooks(
  db: ReadDb,
  viewerScope: ViewerScope,
  filter: ReadingFilter,
  { limit, offset }: Slice,
): Promise<string[]> {
  const rows = await readBooks(db, viewerScope, filter)
    .select('book.id')
    .orderBy('readProgress.updatedAt', 'desc')
    .orderBy('book.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
  return rows.map(({ id }) => id);
}

/** How many books such a list holds. */
export async function countReadBooks(db: ReadDb, viewerScope: ViewerScope, filter: ReadingFilter): Promise<number> {
  const row = await readBooks(db, viewerScope, filter)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return row.count;
}

/** Of books of a series that the viewer has begun: some are finished, and none is in the middle. */
const IS_PAUSED = sql<boolean>`sum("readProgress"."completed") > 0 and sum(1 - "readProgress"."completed") = 0`;
/** There are more books than those. */
const IS_UNFINISHED = sql<boolean>`sum("readProgress"."completed") < (select count(*) from "book" as "all"
  where "all"."seriesId" = ${sql.ref('book.seriesId')} and "all"."deletedAt" is null)`;

/**
 * Series with a finished book, none in progress and one that is not finished, by their latest finished book, latest first
 *. Soft-deleted books never count.
 */
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

/** Those of some series that such a list would hold. */
export async function listPausedAmong(
  db: ReadDb,
  viewerScope: ViewerScope,
  seriesIds: readonly string[],
): Promise<string[]> {
  const paused: string[] = [];
  for (const some of chunked(seriesIds)) {
    const rows = await visibleBooks(db, viewerScope)
      // From the books of the series, not from everything read: a cross join is not turned round.
      .crossJoin('readProgress')
      .whereRef('readProgress.bookId', '=', 'book.id')
      .where('readProgress.userId', '=', viewerScope.userId)
      .select('book.seriesId')
      .where('book.seriesId', 'in', some)
      .groupBy('book.seriesId')
      .having(IS_PAUSED)
      .having(IS_UNFINISHED)
      .execute();
    paused.push(...rows.map(({ seriesId }) => seriesId));
  }
  return paused;
}

/** When a book of a series was read last. */
export interface LatestRead {
  readonly seriesId: string;
  readonly updatedAt: number;
}

/** The books that the viewer read last, latest first. */
export async function listLatestRead(
  db: ReadDb,
  viewerScope: ViewerScope,
  filter: Pick<ReadingFilter, 'libraryId' | 'seriesId'>,
  limit: number,
): Promise<LatestRead[]> {
  return await readBooks(db, viewerScope, filter)
    .select(['book.seriesId', 'readProgress.updatedAt'])
    .orderBy('readProgress.updatedAt', 'desc')
    .orderBy('book.id', 'desc')
    .limit(limit)
    .execute();
}

/** A book of a series in reading order, and whether the viewer has finished it. */
export interface ReadState {
  readonly seriesId: string;
  readonly id: string;
  readonly completed: number | null;
}

/** Live books of some series in reading order, series by series. */
export async function listReadStates(
  db: ReadDb,
  viewerScope: ViewerScope,
  seriesIds: readonly string[],
): Promise<ReadState[]> {
  const states: ReadState[] = [];
  for (const some of chunked(seriesIds)) {
    let query = visibleBooks(db, viewerScope)
      .leftJoin('readProgress', (join) =>
        join.onRef('readProgress.bookId', '=', 'book.id').on('readProgress.userId', '=', viewerScope.userId),
      )
      .select(['book.seriesId', 'book.id', 'readProgress.completed'])
      .where('book.seriesId', 'in', some)
      .orderBy('book.seriesId');
    for (const [expression, way] of seriesOrder()) query = query.orderBy(expression, way);
    states.push(...(await query.execute()));
  }
  return states;
}
