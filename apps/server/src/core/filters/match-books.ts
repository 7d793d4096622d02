import type { Database } from '#db/open.ts';
import { bookCondition } from '#db/filters/book-condition.ts';
import type { Predicate } from '#db/filters/field-matches.ts';
import { type BookFilter, countBooks, listBookIds } from '#db/repos/books.repo.ts';
import type { Viewer } from '../viewer.ts';
import { type Chosen, chooseByText } from './choose-rows.ts';
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
  /** Words that have to be found in titles, names of people, publishers, genres and tags. */
  readonly fullTextSearch?: string | null | undefined;
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
 * A condition, genres and tags as they go into queries that have `book`; visibility is not in it, nor is a text.
 * @throws {AppError} `BadRequest` that names the places of what is wrong
 */
function bookPredicates(ctx: FilterContext, viewer: Viewer, wanted: FilterWanted): readonly Predicate[] {
  const who = { kind: ctx.db.kind, userId: viewer.userId };
  const trees = [parseBookCondition(wanted.condition), ...termConditions(wanted)];
  return trees.filter((tree) => tree !== undefined).map((tree) => bookCondition(tree, who));
}

/**
 * The books that a filter lets through, as a filter of lists.
 * @throws {AppError} `BadRequest`
 */
export async function chooseBooks(
  ctx: FilterContext,
  viewer: Viewer,
  wanted: BooksMatching,
): Promise<Chosen<BookFilter>> {
  const { libraryId, seriesId, includeDeleted = false, fullTextSearch: text } = wanted;
  const filter = { libraryId, seriesId, includeDeleted, where: bookPredicates(ctx, viewer, wanted) };
  const count = async (narrowed: BookFilter) => countBooks(ctx.db.read, viewer, narrowed);
  return await chooseByText<BookFilter>(ctx, { table: 'book', text, filter, count });
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
  const { filter } = await chooseBooks(ctx, viewer, wanted);
  return await listBookIds(ctx.db.read, viewer, filter, range);
}

/**
 * How many those are.
 * @throws {AppError} `BadRequest`
 */
export async function countMatchingBooks(ctx: FilterContext, viewer: Viewer, wanted: BooksMatching): Promise<number> {
  const { filter, total } = await chooseBooks(ctx, viewer, wanted);
  return total ?? (await countBooks(ctx.db.read, viewer, filter));
}
