import type { Slice } from '#core/page.ts';
import type { Viewer } from '#core/viewer.ts';
import type { Database } from '#db/open.ts';
import type { BookFilter } from '#db/repos/catalog/book-filter.ts';
import { type BookRange, pickBooks } from '#db/repos/catalog/pick-books.repo.ts';
import type { RowSearch } from '#db/search/search-rows.ts';
import { countCommonBooks, pickCommonBooks } from '#db/repos/catalog/common-books.repo.ts';
import { keyColumn } from '#db/repos/rows/book-order.ts';
import { type CommonSearch, countCandidates, countDocs } from '#db/search/common-docs.ts';
import type { Chosen } from '../search/choose-by-text.ts';
import type { FilteredList } from './filtered-lists.ts';

/** A text with fewer matches is never common. */
const FEW = 1_000;
/** A text is common when at least this part of all documents may have it. Reading them all is then quicker than looking each up. */
const SHARE = 0.5;
/** Documents ranked beyond those of the page, because the viewer may not see all of them. */
const SPARE = 200;

interface TextList {
  readonly viewer: Viewer;
  readonly filter: BookFilter;
  readonly search: RowSearch;
  readonly range: BookRange;
}

/** The list as one of a text alone, in an order that an index has; else undefined. */
export function findTextList(
  viewer: Viewer,
  { filter, parts = [] }: Chosen<BookFilter>,
  range: BookRange,
): TextList | undefined {
  const search = parts.length === 1 ? parts[0]?.search : undefined;
  const isOrdered = range.steps === undefined && (range.sort === 'relevance' || keyColumn(range.sort) !== undefined);
  if (search === undefined || !isOrdered || filter.seriesId !== undefined) return undefined;
  return { viewer, filter, search, range };
}

/** Ranks only as many documents as the page needs, or all when the viewer may not see many of those. */
async function pickRanked(
  { readHeavy }: Database,
  { viewer, filter, range }: TextList,
  { search, all }: { readonly search: CommonSearch; readonly all: number },
  slice: Slice,
): Promise<string[]> {
  const isBestFirst = range.direction === 'desc';
  const pick = async (most: number): Promise<string[]> =>
    pickCommonBooks(readHeavy, viewer, { search, filter }, { isBestFirst, ...slice, most });
  const some = slice.offset + slice.limit + SPARE;
  const ids = await pick(Math.min(some, all));
  return ids.length === slice.limit || some >= all ? ids : pick(all);
}

/** Queries for a text of very many books, which look up only the page. @returns undefined for a less common text */
export async function findCommonText(
  db: Database,
  list: TextList,
): Promise<Pick<FilteredList, 'pick' | 'count'> | undefined> {
  const { viewer, filter, range, search: rows } = list;
  const search: CommonSearch = { kind: db.kind, of: 'book', query: rows.query };
  if ((await countCandidates(db.readHeavy, search, FEW)) < FEW) return undefined;
  const all = await countDocs(db.readHeavy, 'book');
  const least = Math.ceil(all * SHARE);
  if ((await countCandidates(db.readHeavy, search, least)) < least) return undefined;
  const count = async (): Promise<number> => countCommonBooks(db.readHeavy, viewer, { search, filter });
  const pickIds = async (slice: Slice): Promise<string[]> => {
    if (range.sort === 'relevance') return pickRanked(db, list, { search, all }, slice);
    // Reads books in the order of an index, and checks each for the text.
    const checked = { ...filter, where: [rows.holds] };
    const picked = await pickBooks(db.readHeavy, viewer, checked, { ...range, ...slice });
    return picked.map(({ id }) => id);
  };
  return {
    count,
    pick: async (slice) => {
      if (slice.offset > 0) return { ids: await pickIds(slice) };
      const [ids, total] = await Promise.all([pickIds(slice), count()]);
      return { ids, total };
    },
  };
}
