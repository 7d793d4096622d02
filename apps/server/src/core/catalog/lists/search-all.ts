import type { SearchResult } from '@lectern/contract';
import { listSharedAmong } from './show-lists.ts';
import { findBooksById } from '#db/repos/rows/book-rows.ts';
import { findSeriesById } from '#db/repos/rows/series-rows.ts';
import { isKnownList } from '#db/repos/lists/shared-lists.repo.ts';
import { type DocsByKind, type FoundDocs, findDocs, findAllIfFew, MAX_RANKED } from '#db/search/found-docs.repo.ts';
import {
  isCredited,
  isUsedTerm,
  isVisibleRow,
  listCredited,
  listFoundTerms,
  type SearchScope,
} from '#db/search/search-names.repo.ts';
import { ENTITY, type SearchQuery } from '#db/search/search-query.ts';
import type { Viewer } from '#core/viewer.ts';
import { tryQuery } from '../search/try-query.ts';
import type { ReadContext } from '../contexts.ts';

/** A search, with the maximum number of results per kind. */
export interface SearchWanted {
  readonly q: string;
  readonly libraryId?: string | undefined;
  readonly limit: number;
}

type Found = Omit<SearchResult, 'query'>;

/** One attempt of a search, with its parsed words. */
interface Attempt {
  readonly ctx: ReadContext;
  readonly viewer: Viewer;
  readonly scope: SearchScope;
  readonly query: SearchQuery;
  readonly limit: number;
  /** All matches, when there are few. */
  readonly few: DocsByKind | undefined;
}

interface Group<Item> {
  readonly items: Item[];
  readonly total: number;
  readonly capped: boolean;
}

const NO_ROWS = { items: [], total: 0, capped: false };
const NOTHING: Found = {
  series: NO_ROWS,
  books: NO_ROWS,
  people: NO_ROWS,
  publishers: NO_ROWS,
  genres: NO_ROWS,
  tags: NO_ROWS,
  collections: NO_ROWS,
  readLists: NO_ROWS,
};

async function find(
  { ctx, query, limit, scope, few }: Attempt,
  of: Parameters<typeof findDocs>[1]['of'],
  visible: Parameters<typeof findDocs>[1]['visible'],
): Promise<FoundDocs> {
  const among = few?.get(of);
  if (few !== undefined && among === undefined) return { ids: [], total: 0, capped: false };
  return await findDocs(scope.db, { kind: ctx.db.kind, of, query, visible, limit, among });
}

/** Finds ids, then reads their rows. */
async function search<Item>(
  found: Promise<FoundDocs>,
  read: (ids: readonly string[]) => Promise<Item[]>,
): Promise<Group<Item>> {
  const { ids, total, capped } = await found;
  return { items: await read(ids), total, capped };
}

/** Fetches all matching lists, because only evaluating a rule tells whether the viewer may see its list. */
async function searchLists<Kind extends 'collection' | 'readList'>(attempt: Attempt, kind: Kind) {
  const { ctx, viewer, scope, limit } = attempt;
  const visible = isKnownList(scope.db, kind, scope.viewerScope, ENTITY);
  const { ids, capped } = await find({ ...attempt, limit: MAX_RANKED }, kind, visible);
  const { rows: items, total } = await listSharedAmong(ctx, viewer, kind, { ids, limit });
  return { items, total, capped };
}

async function searchOnce(attempt: Attempt): Promise<Found> {
  const { ctx, viewer, scope } = attempt;
  const { read } = ctx.db;
  const searchNames = async (of: 'person' | 'publisher') =>
    search(find(attempt, of, isCredited(scope, of)), async (keys) => listCredited(scope, of, keys));
  const searchTerms = async (of: 'genre' | 'tag') =>
    search(find(attempt, of, isUsedTerm(scope, of)), async (ids) => listFoundTerms(scope, of, ids));
  const searchSeries = async () =>
    search(find(attempt, 'series', isVisibleRow(scope, 'series')), async (ids) => findSeriesById(read, viewer, ids));
  const searchBooks = async () =>
    search(find(attempt, 'book', isVisibleRow(scope, 'book')), async (ids) => findBooksById(read, viewer, ids));
  const [ofSeries, ofBooks] = [viewer.permissions.has('SeriesRead'), viewer.permissions.has('BooksRead')];
  const [series, books, people, publishers, genres, tags, collections, readLists] = await Promise.all([
    ofSeries ? searchSeries() : NO_ROWS,
    ofBooks ? searchBooks() : NO_ROWS,
    ofBooks ? searchNames('person') : NO_ROWS,
    ofBooks ? searchNames('publisher') : NO_ROWS,
    ofSeries ? searchTerms('genre') : NO_ROWS,
    ofSeries ? searchTerms('tag') : NO_ROWS,
    ofSeries ? searchLists(attempt, 'collection') : NO_ROWS,
    ofBooks ? searchLists(attempt, 'readList') : NO_ROWS,
  ]);
  return { series, books, people, publishers, genres, tags, collections, readLists };
}

/** Visible results of a full text search, by kind. A text without words finds nothing. */
export async function searchAll(
  ctx: ReadContext,
  viewer: Viewer,
  { q, libraryId, limit }: SearchWanted,
): Promise<SearchResult> {
  const scope = { db: ctx.db.readHeavy, viewerScope: viewer, libraryId };
  const found = await tryQuery(
    ctx,
    q,
    async (query) => {
      const few = await findAllIfFew(scope.db, ctx.db.kind, query);
      return searchOnce({ ctx, viewer, scope, query, limit, few });
    },
    (groups) => Object.values(groups).some(({ total }) => total > 0),
  );
  return { query: q, ...(found ?? NOTHING) };
}
