import type { Book, LetterGroup, Series } from '@lectern/contract';
import { AppError } from '#core/errors.ts';
import { parseSeriesCondition } from '#core/rules/filters/parse-condition.ts';
import type { Viewer } from '#core/viewer.ts';
import type { BookTestField } from '#db/filters/book-condition.ts';
import type { ConditionClause, ConditionTree } from '#db/filters/condition-tree.ts';
import type { SeriesTestField } from '#db/filters/series-condition.ts';
import type { Database } from '#db/open.ts';
import { countGoneBooks, type GoneBook, listGoneBooks as pickGoneBooks } from '#db/repos/scanning/removals.repo.ts';
import { listBooks, type ListContext } from '../browse/list-books.ts';
import type { Listed, PageWanted } from '#core/page.ts';
import { listSeriesGroups } from '../browse/list-letter-groups.ts';
import { listSeries } from '../browse/list-series.ts';
import { getList } from '../lists/get-list.ts';
import { ruleOf } from '../lists/list-kinds.ts';
import { NOTHING } from './read-clause.ts';
import { readBookSort, readSeriesSort, shuffleOf } from './read-sort.ts';

export type SeriesTree = ConditionTree<SeriesTestField>;
export type BookTree = ConditionTree<BookTestField>;

/** What is asked of a list in the dialect. */
interface DialectList<Tree> extends PageWanted {
  readonly tree: Tree | undefined;
  readonly text: string | undefined;
  /** As apps send it; what is not known is passed over. */
  readonly sort: readonly string[];
}

/** A tree without what changes nothing; undefined when nothing is left of it. */
function prune<Field extends string>(
  tree: ConditionTree<Field>,
  isVain: (leaf: ConditionClause<Field>) => boolean,
): ConditionTree<Field> | undefined {
  if ('field' in tree) return isVain(tree) ? undefined : tree;
  if ('allOf' in tree) {
    const parts = tree.allOf.map((part) => prune(part, isVain)).filter((part) => part !== undefined);
    return parts.length > 1 ? { allOf: parts } : parts[0];
  }
  const parts = tree.anyOf.map((part) => prune(part, isVain));
  // Where one of several holds of everything, all of them do.
  const some = parts.filter((part) => part !== undefined);
  return some.length < parts.length ? undefined : { anyOf: some };
}

function asksForDeleted<Field extends string>(tree: ConditionTree<Field>): boolean {
  if ('field' in tree) return tree.field === 'deleted' && !tree.isDenied;
  return ('allOf' in tree ? tree.allOf : tree.anyOf).some(asksForDeleted);
}

/** The filter tree, and whether the list may contain soft-deleted rows. */
function withoutVain<Field extends string>(tree: ConditionTree<Field> | undefined) {
  const includeDeleted = tree !== undefined && asksForDeleted(tree);
  const pruned = tree === undefined ? undefined : prune(tree, ({ field }) => !includeDeleted && field === 'deleted');
  return { tree: pruned, includeDeleted };
}

/** The one list that all of what is asked for is in, where there is one. */
function listIdOf<Field extends string>(tree: ConditionTree<Field> | undefined, field: Field): string | undefined {
  if (tree === undefined) return undefined;
  if ('allOf' in tree) return tree.allOf.map((part) => listIdOf(part, field)).find((id) => id !== undefined);
  if ('anyOf' in tree) return tree.anyOf.length === 1 ? listIdOf(tree.anyOf[0], field) : undefined;
  if (tree.field !== field || tree.isDenied || tree.test.kind !== 'among') return undefined;
  return tree.test.values.length === 1 ? tree.test.values[0] : undefined;
}

/** Characters of a text that is searched for. */
const MAX_TEXT = 500;

/** Books in the order that is asked for, else best first where a text is looked for, else by title. */
export async function listDialectBooks(
  ctx: ListContext,
  viewer: Viewer,
  { tree: asked, text, sort, page, pageSize, ...within }: DialectList<BookTree> & { readonly seriesId?: string },
): Promise<Listed<Book>> {
  const listId = listIdOf(asked, 'readListId');
  const steps = readBookSort(sort).filter(({ field }) => field !== 'place' || listId !== undefined);
  return await listBooks(ctx, viewer, {
    ...{ page, pageSize, ...withoutVain(asked), fullTextSearch: text?.slice(0, MAX_TEXT) },
    ...(steps.length === 0 ? {} : { steps: { steps, listId } }),
    ...within,
  });
}

/** The series of a collection, by hand or by its rule; nothing for one that the viewer may not know of. */
async function treeOfCollection(ctx: ListContext, viewer: Viewer, id: string): Promise<SeriesTree> {
  try {
    const rule = ruleOf(await getList(ctx, viewer, { kind: 'collection', id }));
    const byHand: SeriesTree = { field: 'collectionId', isDenied: false, test: { kind: 'among', values: [id] } };
    return rule === undefined ? byHand : (parseSeriesCondition(rule) ?? NOTHING);
  } catch (error) {
    if (error instanceof AppError && error.kind === 'NotFound') return NOTHING;
    throw error;
  }
}

function negated(tree: SeriesTree): SeriesTree {
  if ('field' in tree) return { ...tree, isDenied: !tree.isDenied };
  return 'allOf' in tree ? { anyOf: tree.allOf.map(negated) } : { allOf: tree.anyOf.map(negated) };
}

/** Puts what collections hold in the place of their ids. */
async function withCollections(ctx: ListContext, viewer: Viewer, tree: SeriesTree): Promise<SeriesTree> {
  const all = async (trees: readonly SeriesTree[]) =>
    Promise.all(trees.map(async (part) => withCollections(ctx, viewer, part)));
  if ('allOf' in tree) return { allOf: await all(tree.allOf) };
  if ('anyOf' in tree) return { anyOf: await all(tree.anyOf) };
  if (tree.field !== 'collectionId' || tree.test.kind !== 'among') return tree;
  const trees = await Promise.all(tree.test.values.map(async (id) => treeOfCollection(ctx, viewer, id)));
  return tree.isDenied ? { allOf: trees.map(negated) } : { anyOf: trees };
}

/** Series in the order that is asked for, else best first where a text is looked for, else by title. */
export async function listDialectSeries(
  ctx: ListContext,
  viewer: Viewer,
  { tree: asked, text, sort, page, pageSize }: DialectList<SeriesTree>,
): Promise<Listed<Series>> {
  const listId = listIdOf(asked, 'collectionId');
  const steps = readSeriesSort(sort).filter(({ field }) => field !== 'place' || listId !== undefined);
  const shuffle = steps.some(({ field }) => field === 'random') ? shuffleOf(viewer, Date.now()) : undefined;
  const { tree, includeDeleted } = withoutVain(asked);
  return await listSeries(ctx, viewer, {
    ...{ page, pageSize, includeDeleted, fullTextSearch: text?.slice(0, MAX_TEXT) },
    ...(steps.length === 0 ? {} : { steps: { steps, listId, shuffle } }),
    tree: tree === undefined ? undefined : await withCollections(ctx, viewer, tree),
  });
}

/** How many series of a list begin with each letter. */
export async function listDialectGroups(
  ctx: ListContext,
  viewer: Viewer,
  { tree: asked, text }: Pick<DialectList<SeriesTree>, 'tree' | 'text'>,
): Promise<LetterGroup[]> {
  const { tree, includeDeleted } = withoutVain(asked);
  return await listSeriesGroups(ctx, viewer, {
    ...{ includeDeleted, fullTextSearch: text?.slice(0, MAX_TEXT) },
    tree: tree === undefined ? undefined : await withCollections(ctx, viewer, tree),
  });
}

/** Books whose files are gone and that were not cleared away yet, the latest first. */
export async function listGoneBooks(
  { db }: { readonly db: Database },
  viewer: Viewer,
  { page, pageSize }: PageWanted,
): Promise<Listed<GoneBook>> {
  const [rows, total] = await Promise.all([
    pickGoneBooks(db.read, viewer, { limit: pageSize, offset: (page - 1) * pageSize }),
    countGoneBooks(db.read, viewer),
  ]);
  return { rows, total };
}
