import type { Database } from '#db/open.ts';
import { countCommonBooks, pickCommonBooks } from '#db/repos/catalog/common-books.repo.ts';
import { type BookFilter, type BookRange, pickBooks } from '#db/repos/catalog/books.repo.ts';
import { keyColumn } from '#db/repos/rows/book-order.ts';
import { type CommonSearch, countCandidates, countDocs } from '#db/search/common-docs.ts';
import type { RowSearch } from '#db/search/search-rows.ts';
import type { Chosen } from '../search/choose-rows.ts';
import type { Viewer } from '#core/viewer.ts';
import type { FilteredList } from './filtered-lists.ts';

/** Of so few it is not worth knowing which part of all they are. */
const FEW = 1_000;
/** When at least this part of all documents may have the text, reading through them is quicker than looking each up. */
const SHARE = 0.5;
/** Documents that are ranked beyond those that a page needs, for those that cannot be seen. */
const SPARE = 200;

/** A list of books that a text makes, and nothing else but a library. */
export interface TextList {
  readonly viewer: Viewer;
  readonly filter: BookFilter;
  readonly search: RowSearch;
  readonly range: BookRange;
}

/** The list of a text that may be common; undefined for one that other things decide, or whose order only its rows tell. */
export function textListOf(viewer: Viewer, { filter, parts = [] }: Chosen<BookFilter>, range: BookRange) {
  const search = parts.length === 1 ? parts[0]?.search : undefined;
  const isOrdered = range.steps === undefined && (range.sort === 'relevance' || keyColumn(range.sort) !== undefined);
  if (search === undefined || !isOrdered || filter.seriesId !== undefined) return undefined;
  return { viewer, filter, search, range } satisfies TextList;
}

type Slice = Parameters<FilteredList['pick']>[0];

/** Of those that have the text best, or worst, so many as are needed; all of them when many of them cannot be seen. */
async function pickRanked(
  { readHeavy }: Database,
  { viewer, filter, range }: TextList,
  { search, all }: { readonly search: CommonSearch; readonly all: number },
  { limit, offset }: Slice,
): Promise<string[]> {
  const pick = async (most: number): Promise<string[]> =>
    pickCommonBooks(
      readHeavy,
      viewer,
      { search, filter },
      { isBestFirst: range.direction === 'desc', limit, offset, most },
    );
  const some = offset + limit + SPARE;
  const ids = await pick(Math.min(some, all));
  return ids.length === limit || some >= all ? ids : pick(all);
}

/** In the order of a column that has an index: the books are read in it, and each is looked at. */
async function pickInOrder({ readHeavy }: Database, { viewer, filter, search, range }: TextList, slice: Slice) {
  const rows = await pickBooks(readHeavy, viewer, { ...filter, where: [search.holds] }, { ...range, ...slice });
  return rows.map(({ id }) => id);
}

/**
 * How a list is found whose text very many books have: nothing is looked up that does not stand on the page, so that it takes no
 * longer the more there are.
 * @returns undefined when the text is not so common
 */
export async function findCommonText(
  db: Database,
  list: TextList,
): Promise<Pick<FilteredList, 'pick' | 'count'> | undefined> {
  const { viewer, filter, search: rows } = list;
  const search: CommonSearch = { kind: db.kind, of: 'book', query: rows.query };
  if ((await countCandidates(db.readHeavy, search, FEW)) < FEW) return undefined;
  const all = await countDocs(db.readHeavy, 'book');
  const least = Math.ceil(all * SHARE);
  if ((await countCandidates(db.readHeavy, search, least)) < least) return undefined;
  const count = async (): Promise<number> => countCommonBooks(db.readHeavy, viewer, { search, filter });
  const pickIds = async (slice: Slice): Promise<string[]> =>
    list.range.sort === 'relevance' ? pickRanked(db, list, { search, all }, slice) : pickInOrder(db, list, slice);
  return {
    count,
    pick: async (slice) => {
      // The first page includes the total.
      if (slice.offset > 0) return { ids: await pickIds(slice) };
      const [ids, total] = await Promise.all([pickIds(slice), count()]);
      return { ids, total };
    },
  };
}
