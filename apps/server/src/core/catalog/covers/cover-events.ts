import type { EntityEvent } from '@lectern/contract';
import type { Tx } from '#db/open.ts';
import { findChosen } from '#db/repos/covers/custom-covers.repo.ts';
import {
  followBookCover,
  isLibraryFront,
  listShownBySeries,
  type ShownBySeries,
} from '#db/repos/covers/shown-covers.repo.ts';
import { findFirstBookId } from '#db/repos/scanning/analysis.repo.ts';
import { bookCoverEvent, type BookPlace, coverEvent } from '#events/entity-events.ts';

/** Events of series that show another picture now, and of a library that shows one of them. */
export async function seriesCoverEvents(
  tx: Tx,
  libraryId: string,
  seriesIds: readonly string[],
): Promise<readonly EntityEvent[]> {
  const events: EntityEvent[] = [];
  for (const seriesId of seriesIds) {
    events.push(coverEvent('series', seriesId, libraryId));
    if (await isLibraryFront(tx.read, libraryId, seriesId)) events.push(coverEvent('library', libraryId, libraryId));
  }
  return events;
}

/** Whether the series shows this book's cover, because it is the first book. */
async function lendsItsCover(tx: Tx, { id, seriesId }: BookPlace): Promise<boolean> {
  if ((await findFirstBookId(tx.read, seriesId)) !== id) return false;
  return (await findChosen(tx.read, { kind: 'series', id: seriesId }))?.key === null;
}

/**
 * Call this before writing the cover of a book, in the same transaction. If the cover changed, call the returned
 * function: it updates what shows the cover, and lists the events.
 */
export async function watchBookCover(
  tx: Tx,
  book: BookPlace,
  at: number,
): Promise<() => Promise<readonly EntityEvent[]>> {
  const lentBefore = await lendsItsCover(tx, book);
  return async () => {
    const changed = new Set(await followBookCover(tx, book.id, at));
    if (lentBefore || (await lendsItsCover(tx, book))) changed.add(book.seriesId);
    return [bookCoverEvent(book), ...(await seriesCoverEvents(tx, book.libraryId, [...changed]))];
  };
}

/** Compares what series show before and after a transaction changes their books. */
export interface SeriesCovers {
  /** Call this before books of these series change. The first state of a series counts. */
  readonly watch: (seriesIds: readonly string[]) => Promise<void>;
  /** Events of series and libraries that show another picture now. Call it after all changes. */
  readonly events: () => Promise<readonly EntityEvent[]>;
}

/** Starts with no watched series. */
export function watchSeriesCovers(tx: Tx): SeriesCovers {
  const before = new Map<string, ShownBySeries>();
  /** Library ids by the id of the series whose cover they showed. */
  const fronts = new Map<string, string>();
  return {
    watch: async (seriesIds) => {
      const unknown = [...new Set(seriesIds)].filter((id) => !before.has(id));
      if (unknown.length === 0) return;
      for (const shown of await listShownBySeries(tx.read, unknown)) {
        before.set(shown.id, shown);
        const { id, libraryId, coverKey } = shown;
        if (coverKey !== null && (await isLibraryFront(tx.read, libraryId, id))) fronts.set(id, libraryId);
      }
    },
    events: async () => {
      if (before.size === 0) return [];
      const events: EntityEvent[] = [];
      const libraries = new Set<string>();
      const after = new Map((await listShownBySeries(tx.read, [...before.keys()])).map((shown) => [shown.id, shown]));
      for (const { id, libraryId, coverKey } of before.values()) {
        const now = after.get(id);
        const isSame = now?.coverKey === coverKey && (coverKey === null || now.libraryId === libraryId);
        if (isSame) continue;
        if (now !== undefined) events.push(coverEvent('series', id, now.libraryId));
        const front = fronts.get(id);
        if (front !== undefined) libraries.add(front);
        if (now !== undefined && (await isLibraryFront(tx.read, now.libraryId, id))) libraries.add(now.libraryId);
      }
      return [...events, ...[...libraries].map((id) => coverEvent('library', id, id))];
    },
  };
}
