import { readStatement, storedPlacing } from '#core/rules/naming/decision.ts';
import { type LibraryRules, compileLibraryRules } from '#core/rules/naming/library-rules.ts';
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
 * Deletes series that regrouping left without books. A series with edits by users stays hidden, because its books may return.
 * List members and reading state move to the series that got the books.
 */
export async function dropEmptiedSeries(
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

interface Target {
  readonly rules: LibraryRules;
  readonly place: Place;
  /** Epoch milliseconds. */
  readonly at: number;
}

interface Home {
  readonly id: string;
  readonly title: string;
  /** Call it after the update of the book row. It drops the old series when that is empty, and marks both for renumbering. */
  readonly settle: () => Promise<void>;
}

const NOTHING_TO_DO = async (): Promise<void> => {};

/** Moves a series whose only book moves: it keeps its lists, edits and reading. */
async function rename(tx: Tx, series: GroupedSeries, { rules, place, at }: Target): Promise<string> {
  const title = isUntitled(rules, series) ? cleanTitle(rules.seriesTitles, place.name) : series.title;
  await updateScannedSeries(tx, series.id, {
    path: place.groupPath,
    name: place.name,
    title,
    sortKey: sortKey(series.titleSort ?? title),
    updatedAt: at,
    ...(rules.seriesTemplate === null ? {} : { numbersDue: 1 }),
  });
  return title;
}

async function insert(tx: Tx, libraryId: string, { rules, place, at }: Target): Promise<GroupedSeries> {
  const title = cleanTitle(rules.seriesTitles, place.name);
  const series = { id: newId(), path: place.groupPath, name: place.name, title };
  const stamps = { createdAt: at, updatedAt: at };
  const row = { ...series, libraryId, sortKey: sortKey(title), status: 'ongoing', ...stamps };
  await insertSeries(tx, [row]);
  return { ...series, titleSort: null, locks: '[]' };
}

interface Stay {
  readonly book: BookToAnalyze;
  readonly own: GroupedSeries;
  readonly target: Target;
}

async function renameHome(tx: Tx, events: EventBus, { book, own, target }: Stay): Promise<Home> {
  const title = await rename(tx, own, target);
  const event = seriesEvent('series_updated', { id: own.id, libraryId: book.libraryId }, ['title']);
  tx.afterCommit(() => events.emit(event));
  return { id: own.id, title, settle: NOTHING_TO_DO };
}

/** A series of one book takes the title that the book states. */
async function keepHome(tx: Tx, events: EventBus, { book, own, target }: Stay): Promise<Home> {
  const takesTitle = target.place.reason.rule === 'book-alone' && own.name !== target.place.name;
  if (!takesTitle || !(await isOnlyBook(tx.read, own.id, book.id))) {
    return { id: own.id, title: own.title, settle: NOTHING_TO_DO };
  }
  return await renameHome(tx, events, { book, own, target });
}

/** Keeps the current series, renames it, or moves the book to another or a new one. */
async function regroupBook(tx: Tx, events: EventBus, book: BookToAnalyze, target: Target): Promise<Home> {
  const { libraryId } = book;
  const own = await findGroupedSeries(tx.read, book.seriesId);
  if (own === undefined) throw new Error(`Series ${book.seriesId} is gone while its book ${book.id} is there`);
  const { groupPath } = target.place;
  if (own.path === groupPath) return await keepHome(tx, events, { book, own, target });
  const existing = await findSeriesAt(tx.read, libraryId, groupPath);
  if (existing === undefined && (await isOnlyBook(tx.read, own.id, book.id))) {
    return await renameHome(tx, events, { book, own, target });
  }
  const home = existing ?? (await insert(tx, libraryId, target));
  const type = existing === undefined ? 'series_created' : 'series_updated';
  tx.afterCommit(() => events.emit(seriesEvent(type, { id: home.id, libraryId })));
  return {
    id: home.id,
    title: home.title,
    settle: async () => {
      await markNumbersDue(tx, [own.id, home.id]);
      await dropEmptiedSeries(tx, events, libraryId, [own.id]);
    },
  };
}

interface BookHome extends Pick<Home, 'settle'> {
  readonly series: { readonly seriesId: string; readonly seriesTitle: string };
  /** Changes for the book row. */
  readonly columns: { readonly seriesId?: string; readonly placedBy?: string };
}

/**
 * Finds the series of a book that was just analysed. It changes only in a library that groups by metadata.
 * @param tx must hold the library and the book
 * @param events gets changes of series after the commit
 * @param book as before the analysis
 * @param stated metadata to be stored
 */
export async function placeBook(
  tx: Tx,
  events: EventBus,
  book: BookToAnalyze,
  stated: {
    readonly series?: string | null | undefined;
    readonly title?: string | null | undefined;
    readonly authors: string;
  },
): Promise<BookHome> {
  const rules = compileLibraryRules(book);
  const { seriesId, seriesTitle } = book;
  if (!readsMetadata(rules.series)) return { series: { seriesId, seriesTitle }, columns: {}, settle: NOTHING_TO_DO };
  const said = readStatement({ series: stated.series ?? null, title: stated.title ?? null, authors: stated.authors });
  const place = placeInSeries(rules.series, { path: book.path, ...said });
  const home = await regroupBook(tx, events, book, { rules, place, at: Date.now() });
  const placedBy = storedPlacing({ strategy: rules.series.strategy, ...place.reason });
  return {
    series: { seriesId: home.id, seriesTitle: home.title },
    columns: { seriesId: home.id, placedBy },
    settle: home.settle,
  };
}
