import type { Insertable } from 'kysely';
import { lockAgainstChange } from '../../sql/row-locks.ts';
import type { ReadDb, Tx } from '../../open.ts';
import type { SeriesSidecarTable } from '../../schema/index.ts';
import { seriesOrder } from '../rows/book-order.ts';
import { type IdPage, isFound, readColumn, type ReadRow } from '../rows/read-rows.ts';

/** A series with what is known of the files in its folder. */
export type SeriesBeside = ReadRow<typeof listSeriesBeside>;

/** A series whose folder has another cover than the one that was drawn. */
export type UndrawnSeries = ReadRow<typeof listUndrawnSeries>;

type SidecarChange = Omit<Insertable<SeriesSidecarTable>, 'seriesId'>;

/** Every series of a library with what was found in its folder so far. */
export async function listSeriesBeside(db: ReadDb, libraryId: string) {
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

/** Stores what was found in the folder of a series; absent columns stay. */
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
export async function listUndrawnSeries(db: ReadDb, libraryId: string, { after, limit }: IdPage) {
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
  return isFound(undrawn(db, libraryId).select('series.id').limit(1));
}

/** Locks a series until the transaction ends. @returns false when it is gone */
export async function lockSeries(tx: Tx, seriesId: string): Promise<boolean> {
  const series = tx.write.selectFrom('series').select('id').where('id', '=', seriesId);
  return isFound(lockAgainstChange(tx.kind, series));
}

/** The cover file in the folder of a series; undefined for a series that is gone. */
export async function findCoverFile(db: ReadDb, seriesId: string): Promise<string | null | undefined> {
  const row = await db
    .selectFrom('seriesSidecar')
    .select('coverFile')
    .where('seriesId', '=', seriesId)
    .executeTakeFirst();
  return row?.coverFile;
}

/** Writes the picture in the folder of a series as its cover, null for none. @returns whether it changed */
export async function writeSidecarCover(
  tx: Tx,
  seriesId: string,
  cover: { readonly key: string; readonly color: string } | null,
  at: number,
): Promise<boolean> {
  return isFound(
    tx.write
      .updateTable('series')
      .set({ sidecarCoverKey: cover?.key ?? null, sidecarCoverColor: cover?.color ?? null, updatedAt: at })
      .where('id', '=', seriesId)
      .where('sidecarCoverKey', 'is distinct from', cover?.key ?? null)
      .returning('id'),
  );
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

/** Ids of live books of a series in reading order. @param among only these, where given */
export async function listInOrder(
  db: ReadDb,
  seriesId: string,
  { among, limit }: { readonly among?: readonly string[]; readonly limit: number },
): Promise<string[]> {
  let query = db.selectFrom('book').select('id').where('seriesId', '=', seriesId).where('deletedAt', 'is', null);
  if (among !== undefined) query = query.where('id', 'in', among);
  for (const [expression, way] of seriesOrder()) query = query.orderBy(expression, way);
  return readColumn(query.limit(limit), 'id');
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
