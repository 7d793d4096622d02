import type { Database } from '#db/open.ts';
import { bookCondition } from '#db/filters/book-condition.ts';
import type { Predicate } from '#db/filters/field-matches.ts';
import { type BookFilter, countBooks, listBookIds } from '#db/repos/books.repo.ts';
import type { Viewer } from '../viewer.ts';
import { parseBookCondition } from './parse-condition.ts';
import { termConditions } from './term-conditions.ts';

/** What reading filtered rows takes. */
export interface FilterContext {
  readonly db: Database;
}

/** A filter as it is sent. */
export interface FilterWanted {
  /** JSON (section 4.13); nothing filters nothing. */
  readonly condition?: unknown;
  /** Names separated by commas: rows that have all of them. */
  readonly genres?: string | undefined;
  readonly tags?: string | undefined;
}

/** Which books are meant; beside the filter, those of one library or series. */
export interface BooksMatching extends FilterWanted, Pick<BookFilter, 'libraryId' | 'seriesId'> {
  readonly includeDeleted?: boolean | undefined;
}

/** Rows by id: those after one, so many at most. */
export interface IdRange {
  /** '' to begin with. */
  readonly after: string;
  readonly limit: number;
}

/**
 * A condition as it goes into queries that have `book`; of visible books it is asked, visibility is not in it.
 * @throws {AppError} `BadRequest` that names the places of what is wrong
 */
export function bookPredicates(ctx: FilterContext, viewer: Viewer, wanted: FilterWanted): readonly Predicate[] {
  const who = { kind: ctx.db.kind, userId: viewer.userId };
  const trees = [parseBookCondition(wanted.condition), ...termConditions(wanted)];
  return trees.filter((tree) => tree !== undefined).map((tree) => bookCondition(tree, who));
}

function filterOf(ctx: FilterContext, viewer: Viewer, wanted: BooksMatching): BookFilter {
  const { libraryId, seriesId, includeDeleted = false } = wanted;
  return { libraryId, seriesId, includeDeleted, where: bookPredicates(ctx, viewer, wanted) };
}

/**
 * Ids of the books that a viewer may see and a filter lets through.
 * @throws {AppError} `BadRequest`
 */
export async function listMatchingBooks(
  ctx: FilterContext,
  viewer: Viewer,
  wanted: BooksMatching,
  range: IdRange,
): Promise<string[]> {
  return await listBookIds(ctx.db.read, viewer, filterOf(ctx, viewer, wanted), range);
}

/**
 * How many those are.
 * @throws {AppError} `BadRequest`
 */
export async function countMatchingBooks(ctx: FilterContext, viewer: Viewer, wanted: BooksMatching): Promise<number> {
  return await countBooks(ctx.db.read, viewer, filterOf(ctx, viewer, wanted));
}
