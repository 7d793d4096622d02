import { chunked } from '../../dialect.ts';
import type { ReadDb, Tx } from '../../open.ts';
import type { NewSeries, SeriesChange } from './scan.repo.ts';

/** Where a series is. */
export interface PlacedSeries {
  readonly id: string;
  readonly libraryId: string;
  /** Of its group. */
  readonly path: string;
}

/** Stores series. */
export async function insertSeries(tx: Tx, series: readonly NewSeries[]): Promise<void> {
  for (const chunk of chunked(series)) await tx.write.insertInto('series').values(chunk).execute();
}

/** Where series are: those of a list of ids, or those at paths of a library. */
export async function listPlacesOfSeries(
  db: ReadDb,
  which: { readonly ids: readonly string[] } | { readonly libraryId: string; readonly paths: readonly string[] },
): Promise<PlacedSeries[]> {
  const places = db.selectFrom('series').select(['id', 'libraryId', 'path']);
  const found: PlacedSeries[] = [];
  if ('ids' in which) {
    for (const chunk of chunked(which.ids)) found.push(...(await places.where('id', 'in', chunk).execute()));
    return found;
  }
  const inLibrary = places.where('libraryId', '=', which.libraryId);
  for (const chunk of chunked(which.paths)) found.push(...(await inLibrary.where('path', 'in', chunk).execute()));
  return found;
}

/**
 * Changes one series.
 * @returns whether it is still there
 */
export async function updateScannedSeries(tx: Tx, seriesId: string, change: SeriesChange): Promise<boolean> {
  const row = await tx.write
    .updateTable('series')
    .set(change)
    .where('id', '=', seriesId)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}
