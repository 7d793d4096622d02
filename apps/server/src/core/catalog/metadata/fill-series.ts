import type { EmbeddedMetadata, SeriesSidecar } from '@lectern/formats';
import type { ReadDb, Tx } from '#db/open.ts';
import { findAgreedDirection, findSeriesFields, writeSeriesFields } from '#db/repos/scanning/analysis.repo.ts';
import { findSeriesJson, listEmbedded, listInOrder } from '#db/repos/scanning/series-sidecars.repo.ts';
import {
  addBookValues,
  isStale,
  listRivals,
  planFromBook,
  planFromFiles,
  planFromFolders,
  type SaidByBooks,
  readSeriesJsonFields,
  type SeriesFields,
  type Teller,
} from '#core/rules/metadata/series-fields.ts';
import type { CatalogEvent } from '#events/visibility-changes.ts';
import { describeSeriesChange } from './series-change.ts';

/** Books of one query; usually the first ones fill every field. */
const PAGE = 25;

/** Series fields from the metadata of the series' books. */
export async function readBookValues(db: ReadDb, seriesId: string): Promise<SaidByBooks> {
  const said: Parameters<typeof addBookValues>[0] = new Map();
  for (let from = 0; ; from += PAGE) {
    const books = await listEmbedded(db, seriesId, { from, limit: PAGE });
    const tellers = books.map(({ bookId, embedded }) => {
      // Written by the analysis of a book, in this form.
      return { bookId, metadata: JSON.parse(embedded) as EmbeddedMetadata };
    });
    if (addBookValues(said, tellers) || books.length < PAGE) return said;
  }
}

/**
 * Recomputes all unlocked fields of a series from its files. Needs two more queries than the current book, so it is only for
 * series that a user has edited.
 */
export async function replanSeries(db: ReadDb, seriesId: string, series: SeriesFields) {
  const json = await findSeriesJson(db, seriesId);
  // Written by a scan, in this form.
  const said = json === undefined ? {} : readSeriesJsonFields(JSON.parse(json) as Partial<SeriesSidecar>);
  return planFromFiles(series, said, await readBookValues(db, seriesId));
}

/** A series has a reading direction only when all its books agree. */
async function resolveDirection(tx: Tx, seriesId: string, known: string | null, stated: string | undefined) {
  // No book has stated a direction, or this book states the same one.
  if (known === (stated ?? null)) return {};
  const readingDirection = await findAgreedDirection(tx.read, seriesId);
  return readingDirection === known ? {} : { readingDirection };
}

/** Those of some books that come after another one, or are gone; none when that one is gone. */
async function listLaterBooks(tx: Tx, seriesId: string, bookId: string, others: readonly string[]): Promise<string[]> {
  if (others.length === 0) return [];
  const among = [...others, bookId];
  const order = await listInOrder(tx.read, seriesId, { among, limit: among.length });
  const place = order.indexOf(bookId);
  const earlier = new Set(order.slice(0, Math.max(0, place)));
  return place < 0 ? [] : others.filter((other) => !earlier.has(other));
}

/** Series fields after a book's analysis; conflicts go to the earlier book. */
async function planFromTeller(tx: Tx, seriesId: string, series: SeriesFields, teller: Teller) {
  const { bookId } = teller;
  const rivals = listRivals(series, teller);
  const named = rivals.filter((rival) => rival !== undefined);
  const beaten = new Set<string | undefined>(await listLaterBooks(tx, seriesId, bookId, named));
  if (rivals.includes(undefined)) {
    const [first] = await listInOrder(tx.read, seriesId, { limit: 1 });
    if (first === bookId) beaten.add(undefined);
  }
  return planFromBook(series, teller, beaten);
}

/**
 * Updates a series after the analysis of a book.
 * @param tx holds the library's lock, so books of the series follow one another
 * @returns the event of the change, for after the commit; undefined when nothing changed
 */
export async function fillSeries(
  tx: Tx,
  seriesId: string,
  teller: Teller,
  at: number,
): Promise<CatalogEvent | undefined> {
  const series = await findSeriesFields(tx.read, seriesId);
  if (series === undefined) return undefined;
  const isDirectionLocked = series.locks.includes('"readingDirection"');
  const direction = isDirectionLocked
    ? {}
    : await resolveDirection(tx, seriesId, series.readingDirection, teller.metadata.readingDirection);
  const plan = isStale(series)
    ? await replanSeries(tx.read, seriesId, series)
    : await planFromTeller(tx, seriesId, series, teller);
  const change = { ...plan?.values, ...direction };
  const fields = Object.keys(change);
  if (fields.length === 0) return undefined;
  const { filled } = plan ?? series;
  await writeSeriesFields(tx, seriesId, { ...change, filled, updatedAt: at });
  return await describeSeriesChange(tx.read, { id: seriesId, libraryId: series.libraryId }, fields, series.ageRating);
}

/**
 * Updates a series' publisher from its folder names.
 * @param tx holds the library's lock
 * @param publisher null clears an earlier folder name
 * @returns whether the publisher changed
 */
export async function fillPublisher(tx: Tx, seriesId: string, publisher: string | null, at: number): Promise<boolean> {
  const series = await findSeriesFields(tx.read, seriesId);
  const plan = series === undefined ? undefined : planFromFolders(series, publisher);
  if (plan === undefined) return false;
  await writeSeriesFields(tx, seriesId, { ...plan.values, filled: plan.filled, updatedAt: at });
  return true;
}
