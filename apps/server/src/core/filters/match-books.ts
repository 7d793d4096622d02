import type { ConditionTree } from '#db/filters/condition-tree.ts';
import type { Database } from '#db/open.ts';
import type { BookTestField } from '#db/filters/book-condition.ts';
import { type BookFilter, countBooks, listBookIds } from '#db/repos/catalog/books.repo.ts';
import type { Viewer } from '../viewer.ts';
import { bookParts } from './book-parts.ts';
import { type ChosenWork, chooseByText } from './choose-rows.ts';
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
  /** One more condition, already checked. */
  readonly tree?: ConditionTree<BookTestField> | undefined;
}

/** Rows by id: those after one, so many at most. */
export interface IdRange {
  /** '' to begin with. */
  readonly after: string;
  readonly limit: number;
}

/**
 * The books that a filter lets through, and what is done with them.
 * @throws {AppError} `BadRequest` that names the places of what is wrong
 */
export async function withBooks<Found>(
  ctx: FilterContext,
  viewer: Viewer,
  wanted: BooksMatching,
  work: ChosenWork<BookFilter, Found>,
): Promise<Found> {
  const { libraryId, seriesId, includeDeleted = false, fullTextSearch: text } = wanted;
  const who = { kind: ctx.db.kind, userId: viewer.userId };
  const given = [wanted.tree, parseBookCondition(wanted.condition), ...termConditions(wanted)];
  const trees = given.filter((tree) => tree !== undefined);
  const parts = bookParts(trees, who);
  const where = parts.map((part) => part.where);
  const name = trees.length === 0 ? '' : JSON.stringify([viewer.userId, trees]);
  const filter = { libraryId, seriesId, includeDeleted, where };
  return await chooseByText(ctx, { table: 'book', text, filter, parts, name }, work);
}

/**
 * The books that a filter lets through, as a filter of lists.
 * @throws {AppError} `BadRequest`
 */
async function chooseBooks(ctx: FilterContext, viewer: Viewer, wanted: BooksMatching): Promise<BookFilter> {
  const { filter } = await withBooks(ctx, viewer, wanted, {
    run: async ({ filter: chosen }) => {
      const [first] = await listBookIds(ctx.db.read, viewer, chosen, { after: '', limit: 1 });
      return { filter: chosen, isAny: first !== undefined };
    },
    hasFound: ({ isAny }) => isAny,
  });
  return filter;
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
  return await listBookIds(ctx.db.read, viewer, await chooseBooks(ctx, viewer, wanted), range);
}

/**
 * How many those are.
 * @throws {AppError} `BadRequest`
 */
export async function countMatchingBooks(ctx: FilterContext, viewer: Viewer, wanted: BooksMatching): Promise<number> {
  return await withBooks(ctx, viewer, wanted, {
    run: async ({ filter }) => countBooks(ctx.db.read, viewer, filter),
    hasFound: (count) => count > 0,
  });
}
