import { statedBy, storedPlacing } from '#core/rules/naming/decision.ts';
import { type LibraryRules, libraryRulesOf } from '#core/rules/naming/library-rules.ts';
import { type Place, placeInSeries } from '#core/rules/naming/place-in-series.ts';
import { readsMetadata } from '#core/rules/naming/series-rules.ts';
import { cleanTitle, isUntitled } from '#core/rules/naming/title-rules.ts';
import { sortKey } from '#core/rules/text/sort-key.ts';
import { newId } from '#db/new-id.ts';
import type { Tx } from '#db/open.ts';
import { followBooks } from '#db/repos/releases/release-tracking.repo.ts';
import type { BookToAnalyze } from '#db/repos/scanning/analysis.repo.ts';
import {
  deleteEmptiedSeries,
  findGroupedSeries,
  findSeriesAt,
  type GroupedSeries,
  isOnlyBook,
  markNumbersDue,
} from '#db/repos/scanning/naming.repo.ts';
import { insertSeries, updateScannedSeries } from '#db/repos/scanning/scanned-series.repo.ts';
import type { EventBus } from '#events/bus.ts';
import { seriesEvent } from '#events/entity-events.ts';

/**
 * Removes series that regrouping left without books; one that a user edited stays, hidden, in case its books come back. Its
 * places in lists, and what people think of it, go to the series that its books went to.
 */
export async function dropEmptied(
  tx: Tx,
  events: EventBus,
  libraryId: string,
  seriesIds: readonly string[],
): Promise<void> {
  await followBooks(tx, seriesIds);
  const deleted = await deleteEmptiedSeries(tx, seriesIds);
  tx.afterCommit(() => {
    for (const id of deleted) events.emit(seriesEvent('series_deleted', { id, libraryId }));
  });
}

/** A book whose series follows from what it says, and is known only now. */
interface StrayBook {
  readonly id: string;
  readonly libraryId: string;
  readonly seriesId: string;
}

/** Where such a book belongs. */
interface Target {
  readonly rules: LibraryRules;
  readonly place: Place;
  /** Epoch milliseconds. */
  readonly at: number;
}

/** The series a book is in now. */
interface Home {
  readonly id: string;
  readonly title: string;
  /** Call it when the book's row names its new series: what was left behind goes, and numbers wait to be made again. */
  readonly settle: () => Promise<void>;
}

/** A series all of whose books go: it goes with them, and keeps what people made of it. */
async function rename(tx: Tx, series: GroupedSeries, { rules, place, at }: Target): Promise<string> {
  const isFree = isUntitled(rules, series);
  const title = isFree ? cleanTitle(rules.seriesTitles, place.name) : series.title;
  await updateScannedSeries(tx, series.id, {
    ...{ path: place.groupPath, name: place.name, title, updatedAt: at },
    ...(rules.seriesTemplate === null ? {} : { numbersDue: 1 }),
    sortKey: sortKey(series.titleSort ?? title),
  });
  return title;
}

async function make(tx: Tx, libraryId: string, { rules, place, at }: Target): Promise<GroupedSeries> {
  const title = cleanTitle(rules.seriesTitles, place.name);
  const series = { id: newId(), path: place.groupPath, name: place.name, title };
  const stamps = { createdAt: at, updatedAt: at };
  const row = { ...series, libraryId, sortKey: sortKey(title), status: 'ongoing', ...stamps };
  await insertSeries(tx, [row]);
  return { ...series, titleSort: null, locks: '[]' };
}

/**
 * Finds the series that a book belongs to by what it says: its own when it is there already, another one, a new one, or its
 * own under another name when it is alone in it.
 * @param tx the one that writes the book, whose library and row are held
 */
async function regroupBook(tx: Tx, events: EventBus, book: StrayBook, target: Target): Promise<Home> {
  const { libraryId } = book;
  const own = await findGroupedSeries(tx.read, book.seriesId);
  if (own === undefined) throw new Error(`Series ${book.seriesId} is gone while its book ${book.id} is there`);
  const { groupPath } = target.place;
  if (own.path === groupPath) return { id: own.id, title: own.title, settle: async () => {} };
  const there = await findSeriesAt(tx.read, libraryId, groupPath);
  if (there === undefined && (await isOnlyBook(tx.read, own.id, book.id))) {
    const title = await rename(tx, own, target);
    const event = seriesEvent('series_updated', { id: own.id, libraryId }, ['title']);
    tx.afterCommit(() => events.emit(event));
    return { id: own.id, title, settle: async () => {} };
  }
  const home = there ?? (await make(tx, libraryId, target));
  const type = there === undefined ? 'series_created' : 'series_updated';
  tx.afterCommit(() => events.emit(seriesEvent(type, { id: home.id, libraryId })));
  const settle = async (): Promise<void> => {
    await markNumbersDue(tx, [own.id, home.id]);
    await dropEmptied(tx, events, libraryId, [own.id]);
  };
  return { id: home.id, title: home.title, settle };
}

/** The series of a book that has just been read. */
interface BookHome {
  readonly series: { readonly seriesId: string; readonly seriesTitle: string };
  /** What of it belongs into the book's row. */
  readonly columns: { readonly seriesId?: string; readonly placedBy?: string };
  /** To be called when the row is written. */
  readonly settle: () => Promise<void>;
}

/**
 * Finds the series of a book that has just been read: the one it is in, unless series follow from what books say. What a
 * person said of the series counts before what the file says.
 * @param tx the one that writes the book, whose library and row are held
 * @param events told of series that come, change and go
 * @param book as it is before
 * @param stated its metadata as it will be stored
 */
export async function findHome(
  tx: Tx,
  events: EventBus,
  book: BookToAnalyze,
  stated: { readonly series?: string | null | undefined; readonly authors: string },
): Promise<BookHome> {
  const rules = libraryRulesOf(book);
  const { seriesId, seriesTitle } = book;
  if (!readsMetadata(rules.series)) return { series: { seriesId, seriesTitle }, columns: {}, settle: async () => {} };
  const said = statedBy({ series: stated.series ?? null, authors: stated.authors });
  const place = placeInSeries(rules.series, { path: book.path, ...said });
  const home = await regroupBook(tx, events, book, { rules, place, at: Date.now() });
  const placedBy = storedPlacing({ strategy: rules.series.strategy, ...place.reason });
  return {
    series: { seriesId: home.id, seriesTitle: home.title },
    columns: { seriesId: home.id, placedBy },
    settle: home.settle,
  };
}
