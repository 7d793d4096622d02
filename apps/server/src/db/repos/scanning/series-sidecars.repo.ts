import type { Insertable } from 'kysely';
import { kept } from '../../sql/row-locks.ts';
import type { ReadDb, Tx } from '../../open.ts';
import type { SeriesSidecarTable } from '../../schema/index.ts';
import { seriesOrder } from '../rows/book-order.ts';

/** A series with what is known of the files in its folder. */
export interface SeriesBeside {
  readonly id: string;
  /** Group path, as `SeriesTable.path`. */
  readonly path: string;
  readonly jsonFile: string | null;
  readonly jsonProblem: string | null;
  readonly coverFile: string | null;
  readonly coverDrawn: string | null;
  readonly coverProblem: string | null;
}

/** A series whose folder has another cover than the one that was drawn. */
export interface UndrawnSeries {
  readonly id: string;
  readonly libraryId: string;
  /** Absolute. */
  readonly libraryPath: string;
  readonly path: string;
  readonly coverFile: string | null;
}

type SidecarChange = Omit<Insertable<SeriesSidecarTable>, 'seriesId'>;

/** Every series of a library with what was found in its folder so far. */
export async function listSeriesBeside(db: ReadDb, libraryId: string): Promise<SeriesBeside[]> {
  return db
    .selectFrom('series')
    .leftJoin('seriesSidecar as beside', 'beside.seriesId', 'series.id')
    .select([
      'series.id',
      'series.path',
      'beside.jsonFile',
      'beside.jsonProblem',
      'beside.coverFile',
      'beside.coverDrawn',
      'beside.coverProblem',
    ])
    .where('series.libraryId', '=', libraryId)
    .execute();
}

/** Keeps what was found in the folder of a series; what is not named stays. */
export async function writeSeriesSidecar(tx: Tx, seriesId: string, change: SidecarChange): Promise<void> {
  await tx.write
    .insertInto('seriesSidecar')
    .values({ seriesId, ...change })
    .onConflict((conflict) => conflict.column('seriesId').doUpdateSet(change))
    .execute();
}

function undrawn(db: ReadDb, libraryId: string) {
  return db
    .selectFrom('seriesSidecar as beside')
    .innerJoin('series', 'series.id', 'beside.seriesId')
    .where('series.libraryId', '=', libraryId)
    .whereRef('beside.coverFile', 'is distinct from', 'beside.coverDrawn');
}

/** Series whose cover in the folder is to be drawn, or is gone; by id. */
export async function listUndrawnSeries(
  db: ReadDb,
  libraryId: string,
  { after, limit }: { readonly after: string; readonly limit: number },
): Promise<UndrawnSeries[]> {
  return undrawn(db, libraryId)
    .innerJoin('library', 'library.id', 'series.libraryId')
    .select(['series.id', 'series.libraryId', 'library.path as libraryPath', 'series.path', 'beside.coverFile'])
    .where('series.id', '>', after)
    .orderBy('series.id')
    .limit(limit)
    .execute();
}

/** Whether a cover of some series of a library waits to be drawn. */
export async function hasUndrawnSeries(db: ReadDb, libraryId: string): Promise<boolean> {
  const row = await undrawn(db, libraryId).select('series.id').limit(1).executeTakeFirst();
  return row !== undefined;
}

/**
 * Holds a series until the transaction ends: what is read of it after this is what will be changed.
 * @returns whether it is still there
 */
export async function holdSeries(tx: Tx, seriesId: string): Promise<boolean> {
  const series = tx.write.selectFrom('series').select('id').where('id', '=', seriesId);
  return (await kept(tx.kind, series).executeTakeFirst()) !== undefined;
}

/** The cover that a scan found in the folder of a series by now; undefined for a series that is gone. */
export async function findCoverFile(db: ReadDb, seriesId: string): Promise<string | null | undefined> {
  const row = await db
    .selectFrom('seriesSidecar')
    .select('coverFile')
    .where('seriesId', '=', seriesId)
    .executeTakeFirst();
  return row?.coverFile;
}

/**
 * Writes the picture in the folder of a series as its cover, or that there is none.
 * @returns whether it is another one than before
 */
export async function writeSidecarCover(
  tx: Tx,
  seriesId: string,
  cover: { readonly key: string; readonly color: string } | null,
  at: number,
): Promise<boolean> {
  const row = await tx.write
    .updateTable('series')
    .set({ sidecarCoverKey: cover?.key ?? null, sidecarCoverColor: cover?.color ?? null, updatedAt: at })
    .where('id', '=', seriesId)
    .where('sidecarCoverKey', 'is distinct from', cover?.key ?? null)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** What the files of the live books of a series that were read say (EmbeddedMetadata, JSON), in reading order. */
export async function listEmbedded(
  db: ReadDb,
  seriesId: string,
  { from, limit }: { readonly from: number; readonly limit: number },
): Promise<{ readonly bookId: string; readonly embedded: string }[]> {
  let query = db
    .selectFrom('book')
    .innerJoin('bookMetadata', 'bookMetadata.bookId', 'book.id')
    .select(['book.id as bookId', 'bookMetadata.embedded'])
    .where('book.seriesId', '=', seriesId)
    .where('book.deletedAt', 'is', null)
    .where('bookMetadata.embedded', 'is not', null);
  for (const [expression, way] of seriesOrder()) query = query.orderBy(expression, way);
  const rows = await query.limit(limit).offset(from).execute();
  return rows.flatMap(({ bookId, embedded }) => (embedded === null ? [] : [{ bookId, embedded }]));
}

/**
 * The first live book of a series in reading order.
 * @param among where given, only these count
 */
export async function findFirstOf(
  db: ReadDb,
  seriesId: string,
  among: readonly string[] | undefined,
): Promise<string | undefined> {
  let query = db.selectFrom('book').select('id').where('seriesId', '=', seriesId).where('deletedAt', 'is', null);
  if (among !== undefined) query = query.where('id', 'in', among);
  for (const [expression, way] of seriesOrder()) query = query.orderBy(expression, way);
  return (await query.limit(1).executeTakeFirst())?.id;
}

/** What the series.json of a series says (`SeriesSidecar` without its problems, JSON); undefined when there is none. */
export async function findSeriesJson(db: ReadDb, seriesId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('seriesSidecar')
    .select('jsonContent')
    .where('seriesId', '=', seriesId)
    .executeTakeFirst();
  return row?.jsonContent ?? undefined;
}
