import { sortKey } from '#core/catalog/sort-key.ts';
import { newId } from '#db/new-id.ts';
import type { Tx } from '#db/open.ts';
import {
  findGroupedSeries,
  findSeriesAt,
  type GroupedSeries,
  isOnlyBook,
  markNumbersDue,
} from '#db/repos/scanning/naming.repo.ts';
import { insertSeries, updateScannedSeries } from '#db/repos/scanning/scanned-series.repo.ts';
import type { EventBus } from '#events/bus.ts';
import { seriesEvent } from '#events/entity-events.ts';
import { dropEmptied } from './drop-emptied.ts';
import type { LibraryRules } from './library-rules.ts';
import type { Place } from './place-in-series.ts';
import { cleanTitle, isUntitled } from './title-rules.ts';

/** A book whose series follows from what it says, and is known only now. */
export interface StrayBook {
  readonly id: string;
  readonly libraryId: string;
  readonly seriesId: string;
}

/** Where such a book belongs. */
export interface Target {
  readonly rules: LibraryRules;
  readonly place: Place;
  /** Epoch milliseconds. */
  readonly at: number;
}

/** The series a book is in now. */
export interface Home {
  readonly id: string;
  readonly title: string;
  /** Call it when the book's row names its new series: what was left behind goes, and numbers wait to be made anew. */
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
export async function regroupBook(tx: Tx, events: EventBus, book: StrayBook, target: Target): Promise<Home> {
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
