import type { EmbeddedMetadata, SeriesSidecar } from '@lectern/formats';
import type { ReadDb, Tx } from '#db/open.ts';
import { findAgreedDirection, findSeriesFields, writeSeriesFields } from '#db/repos/scanning/analysis.repo.ts';
import { findFirstOf, findSeriesJson, listEmbedded } from '#db/repos/scanning/series-sidecars.repo.ts';
import {
  addSaid,
  isStale,
  listRivals,
  planFromBook,
  planFromFiles,
  planFromFolders,
  type SaidByBooks,
  saidBySeriesJson,
  type SeriesChange,
  type SeriesFields,
  type Teller,
} from './series-fields.ts';

/** Books that are asked at a time: mostly the first ones say everything. */
const PAGE = 25;

/** What the books of a series say of it. */
export async function readSaidByBooks(db: ReadDb, seriesId: string): Promise<SaidByBooks> {
  const said: Parameters<typeof addSaid>[0] = new Map();
  for (let from = 0; ; from += PAGE) {
    const books = await listEmbedded(db, seriesId, { from, limit: PAGE });
    const tellers = books.map(({ bookId, embedded }) => {
      // Written by the analysis of a book, in this form.
      return { bookId, metadata: JSON.parse(embedded) as EmbeddedMetadata };
    });
    if (addSaid(said, tellers) || books.length < PAGE) return said;
  }
}

/**
 * What all files say of a series: fields that are not locked begin again. It takes two queries more than the book at hand, so
 * it is for series that a person had a say in.
 */
export async function planSeriesAnew(db: ReadDb, seriesId: string, series: SeriesFields) {
  const json = await findSeriesJson(db, seriesId);
  // Written by a scan, in this form.
  const said = json === undefined ? {} : saidBySeriesJson(JSON.parse(json) as Partial<SeriesSidecar>);
  return planFromFiles(series, said, await readSaidByBooks(db, seriesId));
}

/** A series runs in a direction when all its books say so: one of them must not turn the others round. */
async function resolveDirection(
  tx: Tx,
  seriesId: string,
  known: string | null,
  stated: string | undefined,
): Promise<{ readonly readingDirection?: string | null }> {
  // No book has given a value so far, or this book gives the same one.
  if (known === (stated ?? null)) return {};
  const readingDirection = await findAgreedDirection(tx.read, seriesId);
  return readingDirection === known ? {} : { readingDirection };
}

/** What a book makes of its series: where others said otherwise, it is asked which of them comes first. */
async function planFromTeller(
  tx: Tx,
  seriesId: string,
  series: SeriesFields,
  teller: Teller,
): Promise<SeriesChange | undefined> {
  const beaten = new Set<string | undefined>();
  for (const rival of listRivals(series, teller)) {
    const among = rival === undefined ? undefined : [rival, teller.bookId];
    if ((await findFirstOf(tx.read, seriesId, among)) === teller.bookId) beaten.add(rival);
  }
  return planFromBook(series, teller, beaten);
}

/**
 * Writes what a book that was just analysed, and whose metadata is stored, tells of its series.
 * @param tx one that holds the library: what another book of the series states is either known by now, or comes after this
 * @returns names of the fields that changed
 */
export async function fillSeries(tx: Tx, seriesId: string, teller: Teller, at: number): Promise<readonly string[]> {
  const series = await findSeriesFields(tx.read, seriesId);
  if (series === undefined) return [];
  const isDirectionLocked = series.locks.includes('"readingDirection"');
  const direction = isDirectionLocked
    ? {}
    : await resolveDirection(tx, seriesId, series.readingDirection, teller.metadata.readingDirection);
  const plan = isStale(series)
    ? await planSeriesAnew(tx.read, seriesId, series)
    : await planFromTeller(tx, seriesId, series, teller);
  const change = { ...plan?.values, ...direction };
  const fields = Object.keys(change);
  if (fields.length === 0) return fields;
  const { filled } = plan ?? series;
  await writeSeriesFields(tx, seriesId, { ...change, filled, updatedAt: at });
  return fields;
}

/**
 * Writes the publisher that the folders of a series name.
 * @param tx one that holds the library
 * @param publisher null when they name none: what they named before goes
 * @returns whether the series has another publisher now
 */
export async function fillPublisher(tx: Tx, seriesId: string, publisher: string | null, at: number): Promise<boolean> {
  const series = await findSeriesFields(tx.read, seriesId);
  const plan = series === undefined ? undefined : planFromFolders(series, publisher);
  if (plan === undefined) return false;
  await writeSeriesFields(tx, seriesId, { ...plan.values, filled: plan.filled, updatedAt: at });
  return true;
}
