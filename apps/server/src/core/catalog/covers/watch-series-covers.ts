import type { EntityEvent } from '@lectern/contract';
import type { Tx } from '#db/open.ts';
import { isLibraryFront, listShownBySeries, type ShownBySeries } from '#db/repos/covers/shown-covers.repo.ts';
import { coverEvent } from '#events/entity-events.ts';

/** Compares what series show before and after one transaction changes their books. */
export interface SeriesCovers {
  /** To be called before books of these series come, go, or change places; a series counts as it was the first time. */
  readonly watch: (seriesIds: readonly string[]) => Promise<void>;
  /** What is told when all is changed: of series that show another picture, and of libraries that show one of theirs. */
  readonly events: () => Promise<readonly EntityEvent[]>;
}

/** Watches nothing yet. */
export function watchSeriesCovers(tx: Tx): SeriesCovers {
  const before = new Map<string, ShownBySeries>();
  /** Ids of libraries by that of the series whose cover they showed. */
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
