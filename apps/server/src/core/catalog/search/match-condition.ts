import { FILTER_LIMITS } from '@lectern/contract';
import { AppError } from '#core/errors.ts';
import { parseBookCondition, parseSeriesCondition } from '#core/rules/filters/parse-condition.ts';
import type { Viewer } from '#core/viewer.ts';
import type { BookTestField } from '#db/filters/book-condition.ts';
import type { ConditionClause, ConditionTree } from '#db/filters/condition-tree.ts';
import type { Predicate } from '#db/filters/predicates.ts';
import { seriesCondition, type SeriesTestField } from '#db/filters/series-condition.ts';
import type { Database } from '#db/open.ts';
import { type BookFilter, countBooks, listBookIds } from '#db/repos/catalog/books.repo.ts';
import { countSeries, listSeriesIds, type SeriesFilter } from '#db/repos/catalog/series.repo.ts';
import { bookParts, chooseByText, type ChosenWork } from './choose-rows.ts';

type TermClause = ConditionClause<'genre' | 'tag'>;

function clausesFor(field: 'genre' | 'tag', list: string | undefined): TermClause[] {
  const names = (list ?? '').split(',').map((name) => name.trim());
  return names
    .filter((name) => name !== '')
    .map((value) => ({ field, isDenied: false, test: { kind: 'text', how: 'is', value } }));
}

/**
 * The conditions of `genres=` and `tags=`: names separated by commas, all of which a row must have.
 * @throws {AppError} `BadRequest` for more names than a condition may have values
 */
function termConditions({
  genres,
  tags,
}: {
  readonly genres?: string | undefined;
  readonly tags?: string | undefined;
}): readonly TermClause[] {
  const clauses = [...clausesFor('genre', genres), ...clausesFor('tag', tags)];
  if (clauses.length > FILTER_LIMITS.values) {
    throw new AppError('BadRequest', `Found ${clauses.length} genres and tags, the most are ${FILTER_LIMITS.values}`);
  }
  return clauses;
}

/** What reading filtered rows takes. */
export interface FilterContext {
  readonly db: Database;
}

/** A filter as it is sent. */
interface FilterWanted {
  /** JSON; nothing filters nothing. */
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

/** Which series are meant; beside the filter, those of one library. */
export interface SeriesMatching extends FilterWanted, Pick<SeriesFilter, 'libraryId'> {
  /** Also series without live books. */
  readonly includeDeleted?: boolean | undefined;
  /** One more condition, already checked. */
  readonly tree?: ConditionTree<SeriesTestField> | undefined;
}

type Tree = ConditionTree<SeriesTestField>;

function treesOf(wanted: SeriesMatching): readonly Tree[] {
  const trees = [wanted.tree, parseSeriesCondition(wanted.condition), ...termConditions(wanted)];
  return trees.filter((tree) => tree !== undefined);
}

function compiled({ db }: FilterContext, { userId }: Viewer, trees: readonly Tree[]): readonly Predicate[] {
  return trees.map((tree) => seriesCondition(tree, { kind: db.kind, userId }));
}

/**
 * A condition, genres and tags as they go into queries that have `series`; visibility is not in it, nor is a text.
 * @throws {AppError} `BadRequest` that names the places of what is wrong
 */
export function seriesPredicates(ctx: FilterContext, viewer: Viewer, wanted: FilterWanted): readonly Predicate[] {
  return compiled(ctx, viewer, treesOf(wanted));
}

/**
 * The series that a filter lets through, and what is done with them.
 * @throws {AppError} `BadRequest` that names the places of what is wrong
 */
export async function withSeries<Found>(
  ctx: FilterContext,
  viewer: Viewer,
  wanted: SeriesMatching,
  work: ChosenWork<SeriesFilter, Found>,
): Promise<Found> {
  const { libraryId, includeDeleted = false, fullTextSearch: text } = wanted;
  const trees = treesOf(wanted);
  const name = trees.length === 0 ? '' : JSON.stringify([viewer.userId, trees]);
  const filter = { libraryId, includeDeleted, where: compiled(ctx, viewer, trees) };
  return await chooseByText(ctx, { table: 'series', text, filter, name }, work);
}

/**
 * The series that a filter lets through, as a filter of lists.
 * @throws {AppError} `BadRequest`
 */
async function chooseSeries(ctx: FilterContext, viewer: Viewer, wanted: SeriesMatching): Promise<SeriesFilter> {
  const { filter } = await withSeries(ctx, viewer, wanted, {
    run: async ({ filter: chosen }) => {
      const [first] = await listSeriesIds(ctx.db.read, viewer, chosen, { after: '', limit: 1 });
      return { filter: chosen, isAny: first !== undefined };
    },
    hasFound: ({ isAny }) => isAny,
  });
  return filter;
}

/**
 * Ids of the series that a viewer may see and a filter lets through.
 * @throws {AppError} `BadRequest`
 */
export async function listMatchingSeries(
  ctx: FilterContext,
  viewer: Viewer,
  wanted: SeriesMatching,
  range: IdRange,
): Promise<string[]> {
  return await listSeriesIds(ctx.db.read, viewer, await chooseSeries(ctx, viewer, wanted), range);
}

/**
 * How many those are.
 * @throws {AppError} `BadRequest`
 */
export async function countMatchingSeries(ctx: FilterContext, viewer: Viewer, wanted: SeriesMatching): Promise<number> {
  return await withSeries(ctx, viewer, wanted, {
    run: async ({ filter }) => countSeries(ctx.db.read, viewer, filter),
    hasFound: (count) => count > 0,
  });
}
