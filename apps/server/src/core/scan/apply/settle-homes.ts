import type { EntityEvent } from '@lectern/contract';
import { newId } from '#db/new-id.ts';
import type { Tx } from '#db/open.ts';
import type { NewSeries } from '#db/repos/scanning/scan.repo.ts';
import { insertSeries, listPlacesOfSeries } from '#db/repos/scanning/scanned-series.repo.ts';
import { seriesEvent } from '#events/entity-events.ts';

/** The series that a book comes into: it may be new, and then its row is made of this. */
export type SeriesHome = NewSeries;

/** Where books go in the end. */
export interface SettledHomes {
  /** The id that the series of this id has by now. */
  readonly idOf: (homeId: string) => string;
  /** Tells of series that were made. */
  readonly events: readonly EntityEvent[];
}

/** Every series is as it was taken to be. */
export const AS_PLANNED: SettledHomes = { idOf: (id) => id, events: [] };

/** Homes that are not where the plan takes them to be: not made yet, gone, or of another group since. */
async function findStrays(tx: Tx, libraryId: string, homes: readonly SeriesHome[]) {
  const wanted = new Map(homes.map((home) => [home.id, home]));
  const places = await listPlacesOfSeries(tx.read, { ids: [...wanted.keys()] });
  const placeOf = new Map(places.map((place) => [place.id, place]));
  const strays = [...wanted.values()].filter(({ id, path }) => {
    const place = placeOf.get(id);
    return place?.libraryId !== libraryId || place.path !== path;
  });
  return { strays, isTaken: (id: string) => placeOf.has(id) };
}

/**
 * Has each group that books come into be one series, whatever happened since the scan has looked: an analysis may have made
 * the same series, given it another name, or removed it when its last book left.
 * @param tx one that holds the library
 * @param homes of this library, at least one; any number of times the same
 */
export async function settleHomes(tx: Tx, libraryId: string, homes: readonly SeriesHome[]): Promise<SettledHomes> {
  const { strays, isTaken } = await findStrays(tx, libraryId, homes);
  if (strays.length === 0) return AS_PLANNED;
  const there = await listPlacesOfSeries(tx.read, { libraryId, paths: strays.map(({ path }) => path) });
  const idAt = new Map(there.map(({ path, id }) => [path, id]));
  const made: NewSeries[] = [];
  for (const home of strays) {
    if (idAt.has(home.path)) continue;
    const id = isTaken(home.id) ? newId() : home.id;
    idAt.set(home.path, id);
    made.push({ ...home, id });
  }
  await insertSeries(tx, made);
  const settled = new Map(strays.map(({ id, path }) => [id, idAt.get(path) ?? id]));
  return {
    idOf: (id) => settled.get(id) ?? id,
    events: made.map(({ id }) => seriesEvent('series_created', { id, libraryId })),
  };
}
