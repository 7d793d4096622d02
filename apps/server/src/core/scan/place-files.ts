import { setImmediate as nextTurn } from 'node:timers/promises';
import { type PlacedFile, type Place, placeInSeries } from '#core/naming/place-in-series.ts';
import { readsMetadata, type SeriesRules } from '#core/naming/series-rules.ts';
import { statedBy } from '#core/naming/stated-by.ts';
import type { ReadDb } from '#db/open.ts';
import { listStatements } from '#db/repos/scanning/naming.repo.ts';

/** The series that a file belongs to. `bookId` names the book that it is known to be, for what that book states. */
export type PlaceFile = (path: string, bookId?: string) => Place;

type Stated = Omit<PlacedFile, 'path'>;

/**
 * Readies the placing of a library's files. What its books state is loaded only where series follow from it; a book that was
 * never read states nothing yet, and finds its series when it is.
 */
export async function preparePlacing(db: ReadDb, libraryId: string, rules: SeriesRules): Promise<PlaceFile> {
  const stated = new Map<string, Stated>();
  if (readsMetadata(rules)) {
    for await (const page of listStatements(db, libraryId)) {
      for (const statement of page) stated.set(statement.bookId, statedBy(statement));
      await nextTurn();
    }
  }
  return (path, bookId) => placeInSeries(rules, { path, ...(bookId === undefined ? {} : stated.get(bookId)) });
}
