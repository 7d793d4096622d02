import { setImmediate as nextTurn } from 'node:timers/promises';
import { z } from 'zod';
import { type PlacedFile, type Place, placeInSeries } from '#core/naming/place-in-series.ts';
import { readsMetadata, type SeriesRules } from '#core/naming/series-rules.ts';
import type { ReadDb } from '#db/open.ts';
import { listStatements, type Statement } from '#db/repos/naming.repo.ts';

/** The series that a file belongs to. `bookId` names the book that it is known to be, for what that book states. */
export type PlaceFile = (path: string, bookId?: string) => Place;

type Stated = Omit<PlacedFile, 'path'>;

const Authors = z.array(z.object({ name: z.string(), role: z.string() })).catch([]);
/** Roles that count as the author, the first one first. */
const AUTHOR_ROLES = ['author', 'writer'];

/** What a book's row says of its series. */
export function statedBy({ series, authors }: Omit<Statement, 'bookId'>): Stated {
  const known = Authors.parse(JSON.parse(authors));
  const author = AUTHOR_ROLES.map((role) => known.find((one) => one.role === role)).find((one) => one !== undefined);
  return { statedSeries: series, statedAuthor: author?.name ?? null };
}

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
