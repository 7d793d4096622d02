import { bookCondition, type BookTestField } from '#db/filters/book-condition.ts';
import type { ConditionTree } from '#db/filters/condition-tree.ts';
import { booksWith } from '#db/filters/found-ids.repo.ts';
import { type FilterViewer, NONE, type Predicate } from '#db/filters/predicates.ts';
import type { Database } from '#db/open.ts';
import { type RowSearch, searchRows } from '#db/search/search-rows.ts';
import { tryQuery } from './try-query.ts';

/** One of the conditions of a filter all of which have to hold. */
interface ChosenPart {
  /** Says all that decides which rows it finds. */
  readonly name: string;
  /** As it is in the filter. */
  readonly where: Predicate;
  /** Of a text, which finds rows first, and looks at each only then. */
  readonly search?: RowSearch;
  /** Where what it finds may be worth knowing: what it looks for, or what it leaves out. */
  readonly dear?: { readonly ids: RowSearch['ids']; readonly isDenied: boolean } | undefined;
}

/** A filter of rows. */
export interface Chosen<Filter> {
  readonly filter: Filter;
  /** What it is made of; lists of books say it. */
  readonly parts?: readonly ChosenPart[] | undefined;
  /** Says all that the filter's own conditions say, and its text; empty without any. */
  readonly name: string;
  /** How well each row is found; without a text there is none. */
  readonly rank?: RowSearch['rank'];
}

/** What looking for a text in a list takes. */
interface TextSearch<Filter> extends Chosen<Filter> {
  readonly table: 'book' | 'series';
  readonly text: string | null | undefined;
}

/** What is done with the rows that are chosen. */
export interface ChosenWork<Filter, Found> {
  readonly run: (chosen: Chosen<Filter>) => Promise<Found>;
  /** Whether there is any row, on whichever page. */
  readonly hasFound: (found: Found) => boolean;
}

/**
 * Narrows a list down to what a text finds in it; blank is no text, and one without any word finds nothing. What is to be done
 * with the rows is done again with the words that a text may stand for when there are none as it is written.
 */
export async function chooseByText<Filter extends { readonly where?: readonly Predicate[] }, Found>(
  { db }: { readonly db: Database },
  { table, text, filter, parts, name }: TextSearch<Filter>,
  { run, hasFound }: ChosenWork<Filter, Found>,
): Promise<Found> {
  if (text === undefined || text === null || text.trim() === '') return run({ filter, parts, name });
  const narrowed = (predicate: Predicate): Filter => ({ ...filter, where: [...(filter.where ?? []), predicate] });
  const found = await tryQuery(
    { db },
    text,
    async (query) => {
      const search = searchRows(db.kind, table, query);
      const { where, rank, ids } = search;
      const { phrases, tokens } = query;
      const dear = { ids, isDenied: false };
      const part: ChosenPart = { name: JSON.stringify([phrases, tokens]), where, search, dear };
      const all = parts === undefined ? undefined : [...parts, part];
      const whole = JSON.stringify([name, phrases, tokens]);
      return { found: await run({ filter: narrowed(where), parts: all, rank, name: whole }) };
    },
    (attempt) => hasFound(attempt.found),
  );
  return found === undefined ? run({ filter: narrowed(NONE), name: `${name} none` }) : found.found;
}

type Tree = ConditionTree<BookTestField>;

/** What stands in the row of a book itself is looked at as fast as anything that is known before. */
const CHEAP: ReadonlySet<BookTestField> = new Set([
  ...(['libraryId', 'seriesId', 'title', 'titleSort', 'format', 'number', 'volume', 'chapter'] as const),
  ...(['pageCount', 'fileSize', 'dateAdded', 'dateUpdated', 'analyzed', 'deleted', 'state', 'fileFormat'] as const),
]);

function isCheap(tree: Tree): boolean {
  if ('allOf' in tree) return tree.allOf.every(isCheap);
  if ('anyOf' in tree) return tree.anyOf.every(isCheap);
  return CHEAP.has(tree.field);
}

function flatten(tree: Tree): readonly Tree[] {
  return 'allOf' in tree ? tree.allOf.flatMap(flatten) : [tree];
}

/** The conditions of a filter one by one: all of them have to hold. */
export function bookParts(trees: readonly Tree[], viewer: FilterViewer): readonly ChosenPart[] {
  return trees.flatMap(flatten).map((tree) => {
    const where = bookCondition(tree, viewer);
    if (isCheap(tree)) return { name: '', where };
    const isDenied = 'field' in tree && tree.isDenied;
    const looked = isDenied ? { ...tree, isDenied: false } : tree;
    const name = JSON.stringify([viewer.userId, looked]);
    return { name, where, dear: { isDenied, ids: booksWith(isDenied ? bookCondition(looked, viewer) : where) } };
  });
}
