import { parseBookCondition } from '#core/rules/filters/parse-condition.ts';
import type { Viewer } from '#core/viewer.ts';
import { bookCondition, type BookTestField } from '#db/filters/book-condition.ts';
import type { ConditionTree } from '#db/filters/condition-tree.ts';
import { booksWith } from '#db/filters/found-ids.repo.ts';
import type { FilterViewer } from '#db/filters/predicates.ts';
import type { BookFilter } from '#db/repos/catalog/book-filter.ts';
import { listBookIds } from '#db/repos/catalog/count-books.repo.ts';
import { chooseByText, type ChosenPart, type ChosenWork } from './choose-by-text.ts';
import {
  applyNoted,
  type FilterContext,
  type FilterWanted,
  type IdRange,
  listRange,
  listTrees,
} from './match-condition.ts';

/** The filter of a request for books, of all or of one library or series. */
export interface BooksMatching extends FilterWanted<BookTestField>, Pick<BookFilter, 'libraryId' | 'seriesId'> {
  readonly includeDeleted?: boolean | undefined;
}

type Tree = ConditionTree<BookTestField>;

/** Columns of the book itself: a lookup is as fast as a cache. */
const CHEAP: ReadonlySet<BookTestField> = new Set([
  'libraryId',
  'seriesId',
  'title',
  'titleSort',
  'format',
  'number',
  'volume',
  'chapter',
  'pageCount',
  'fileSize',
  'dateAdded',
  'dateUpdated',
  'analyzed',
  'deleted',
  'state',
  'fileFormat',
]);

function isCheap(tree: Tree): boolean {
  if ('field' in tree) return CHEAP.has(tree.field);
  return ('allOf' in tree ? tree.allOf : tree.anyOf).every(isCheap);
}

function flatten(tree: Tree): readonly Tree[] {
  return 'allOf' in tree ? tree.allOf.flatMap(flatten) : [tree];
}

function toPart(tree: Tree, viewer: FilterViewer): ChosenPart {
  const where = bookCondition(tree, viewer);
  if (isCheap(tree)) return { name: '', where };
  const isDenied = 'field' in tree && tree.isDenied;
  const positive = isDenied ? { ...tree, isDenied: false } : tree;
  const ids = booksWith(isDenied ? bookCondition(positive, viewer) : where);
  return { name: JSON.stringify([viewer.userId, positive]), where, cacheable: { isDenied, ids } };
}

/** Runs a query on the books that pass a filter. @throws {AppError} `BadRequest` for an invalid condition */
export async function withBooks<Found>(
  ctx: FilterContext,
  viewer: Viewer,
  wanted: BooksMatching,
  work: ChosenWork<BookFilter, Found>,
): Promise<Found> {
  const { libraryId, seriesId, includeDeleted = false, fullTextSearch: text } = wanted;
  const trees = listTrees(wanted, parseBookCondition(wanted.condition));
  await applyNoted(ctx, trees);
  const parts = trees.flatMap(flatten).map((tree) => toPart(tree, { kind: ctx.db.kind, userId: viewer.userId }));
  const name = trees.length === 0 ? '' : JSON.stringify([viewer.userId, trees]);
  const filter = { libraryId, seriesId, includeDeleted, where: parts.map((part) => part.where) };
  return await chooseByText(ctx, { table: 'book', text, filter, parts, name }, work);
}

/** Ids of the visible books that pass a filter. @throws {AppError} `BadRequest` for an invalid condition */
export async function listMatchingBooks(
  ctx: FilterContext,
  viewer: Viewer,
  wanted: BooksMatching,
  range: IdRange,
): Promise<string[]> {
  const { ids } = await withBooks(ctx, viewer, wanted, {
    run: async ({ filter }) => listRange(async (some) => listBookIds(ctx.db.read, viewer, filter, some), range),
    hasFound: ({ isAny }) => isAny,
  });
  return ids;
}
