import type { Book, LetterGroup, Series } from '@lectern/contract';
import { AppError } from '#core/errors.ts';
import { type Listed, type PageWanted, toSlice } from '#core/page.ts';
import { parseSeriesCondition } from '#core/rules/filters/parse-condition.ts';
import type { Viewer } from '#core/viewer.ts';
import type { BookTestField } from '#db/filters/book-condition.ts';
import type { ConditionClause, ConditionTree } from '#db/filters/condition-tree.ts';
import type { SeriesTestField } from '#db/filters/series-condition.ts';
import type { Database } from '#db/open.ts';
import { countGoneBooks, type GoneBook, listGoneBooks as pickGoneBooks } from '#db/repos/scanning/removals.repo.ts';
import { listBooks } from '../browse/list-books.ts';
import type { ListContext } from '../browse/list-context.ts';
import { listSeriesGroups } from '../browse/list-letter-groups.ts';
import { listSeries } from '../browse/list-series.ts';
import { getList } from '../lists/get-list.ts';
import { parseRule } from '../lists/list-kinds.ts';
import { NOTHING } from './read-clause.ts';
import { readBookSort, readSeriesSort, deriveShuffle } from './read-sort.ts';

export type SeriesTree = ConditionTree<SeriesTestField>;
export type BookTree = ConditionTree<BookTestField>;

interface DialectList<Tree> extends PageWanted {
  readonly tree: Tree | undefined;
  readonly text: string | undefined;
  /** As apps send it; unknown fields are ignored. */
  readonly sort: readonly string[];
}

/** The tree without leaves that always hold; undefined when it always holds. */
function prune<Field extends string>(
  tree: ConditionTree<Field>,
  isRedundant: (leaf: ConditionClause<Field>) => boolean,
): ConditionTree<Field> | undefined {
  if ('field' in tree) return isRedundant(tree) ? undefined : tree;
  if ('allOf' in tree) {
    const parts = tree.allOf.map((part) => prune(part, isRedundant)).filter((part) => part !== undefined);
    return parts.length > 1 ? { allOf: parts } : parts[0];
  }
  const parts = tree.anyOf.map((part) => prune(part, isRedundant));
  // When one of `anyOf` always holds, so does the whole.
  const some = parts.filter((part) => part !== undefined);
  return some.length < parts.length ? undefined : { anyOf: some };
}

function asksForDeleted<Field extends string>(tree: ConditionTree<Field>): boolean {
  if ('field' in tree) return tree.field === 'deleted' && !tree.isDenied;
  return ('allOf' in tree ? tree.allOf : tree.anyOf).some(asksForDeleted);
}

/** The filter tree, and whether the list may contain soft-deleted rows. */
function pruneDeleted<Field extends string>(tree: ConditionTree<Field> | undefined) {
  const includeDeleted = tree !== undefined && asksForDeleted(tree);
  const pruned = tree === undefined ? undefined : prune(tree, ({ field }) => !includeDeleted && field === 'deleted');
  return { tree: pruned, includeDeleted };
}

/** The one list that the condition requires, if any. */
function findListId<Field extends string>(tree: ConditionTree<Field> | undefined, field: Field): string | undefined {
  if (tree === undefined) return undefined;
  if ('allOf' in tree) return tree.allOf.map((part) => findListId(part, field)).find((id) => id !== undefined);
  if ('anyOf' in tree) return tree.anyOf.length === 1 ? findListId(tree.anyOf[0], field) : undefined;
  if (tree.field !== field || tree.isDenied || tree.test.kind !== 'among') return undefined;
  return tree.test.values.length === 1 ? tree.test.values[0] : undefined;
}

/** Longest text of a search. */
const MAX_TEXT = 500;

/** Books in the requested order. The default order is by relevance for a text, else by title. */
export async function listDialectBooks(
  ctx: ListContext,
  viewer: Viewer,
  { tree: asked, text, sort, page, pageSize, ...within }: DialectList<BookTree> & { readonly seriesId?: string },
): Promise<Listed<Book>> {
  const listId = findListId(asked, 'readListId');
  const steps = readBookSort(sort).filter(({ field }) => field !== 'place' || listId !== undefined);
  return await listBooks(ctx, viewer, {
    page,
    pageSize,
    ...pruneDeleted(asked),
    fullTextSearch: text?.slice(0, MAX_TEXT),
    ...(steps.length === 0 ? {} : { steps: { steps, listId } }),
    ...within,
  });
}

/** The condition for the series of a collection. A hidden collection matches nothing. */
async function treeOfCollection(ctx: ListContext, viewer: Viewer, id: string): Promise<SeriesTree> {
  try {
    const rule = parseRule(await getList(ctx, viewer, { kind: 'collection', id }));
    const byHand: SeriesTree = { field: 'collectionId', isDenied: false, test: { kind: 'among', values: [id] } };
    return rule === undefined ? byHand : (parseSeriesCondition(rule) ?? NOTHING);
  } catch (error) {
    if (error instanceof AppError && error.kind === 'NotFound') return NOTHING;
    throw error;
  }
}

function negate(tree: SeriesTree): SeriesTree {
  if ('field' in tree) return { ...tree, isDenied: !tree.isDenied };
  return 'allOf' in tree ? { anyOf: tree.allOf.map(negate) } : { allOf: tree.anyOf.map(negate) };
}

/** Replaces the ids of collections by their conditions. */
async function withCollections(ctx: ListContext, viewer: Viewer, tree: SeriesTree): Promise<SeriesTree> {
  const all = async (trees: readonly SeriesTree[]) =>
    Promise.all(trees.map(async (part) => withCollections(ctx, viewer, part)));
  if ('allOf' in tree) return { allOf: await all(tree.allOf) };
  if ('anyOf' in tree) return { anyOf: await all(tree.anyOf) };
  if (tree.field !== 'collectionId' || tree.test.kind !== 'among') return tree;
  const trees = await Promise.all(tree.test.values.map(async (id) => treeOfCollection(ctx, viewer, id)));
  return tree.isDenied ? { allOf: trees.map(negate) } : { anyOf: trees };
}

async function readTree(ctx: ListContext, viewer: Viewer, asked: SeriesTree | undefined) {
  const { tree, includeDeleted } = pruneDeleted(asked);
  return { includeDeleted, tree: tree === undefined ? undefined : await withCollections(ctx, viewer, tree) };
}

/** Series in the requested order. The default order is by relevance for a text, else by title. */
export async function listDialectSeries(
  ctx: ListContext,
  viewer: Viewer,
  { tree: asked, text, sort, page, pageSize }: DialectList<SeriesTree>,
): Promise<Listed<Series>> {
  const listId = findListId(asked, 'collectionId');
  const steps = readSeriesSort(sort).filter(({ field }) => field !== 'place' || listId !== undefined);
  const shuffle = steps.some(({ field }) => field === 'random') ? deriveShuffle(viewer, Date.now()) : undefined;
  return await listSeries(ctx, viewer, {
    page,
    pageSize,
    ...(await readTree(ctx, viewer, asked)),
    fullTextSearch: text?.slice(0, MAX_TEXT),
    ...(steps.length === 0 ? {} : { steps: { steps, listId, shuffle } }),
  });
}

/** Counts the series of a list by their first letter. */
export async function listDialectGroups(
  ctx: ListContext,
  viewer: Viewer,
  { tree: asked, text }: Pick<DialectList<SeriesTree>, 'tree' | 'text'>,
): Promise<LetterGroup[]> {
  const tree = await readTree(ctx, viewer, asked);
  return await listSeriesGroups(ctx, viewer, { ...tree, fullTextSearch: text?.slice(0, MAX_TEXT) });
}

/** Soft-deleted books, latest first. */
export async function listGoneBooks(
  { db }: { readonly db: Database },
  viewer: Viewer,
  page: PageWanted,
): Promise<Listed<GoneBook>> {
  const [rows, total] = await Promise.all([
    pickGoneBooks(db.read, viewer, toSlice(page)),
    countGoneBooks(db.read, viewer),
  ]);
  return { rows, total };
}
