import type { SearchResult } from '@lectern/contract';
import { listKnownCollections } from './collections.ts';
import type { ListsContext } from './get-list.ts';
import { listKnownReadLists } from './read-lists.ts';
import { findBooksById } from '#db/repos/rows/book-rows.ts';
import { findSeriesById } from '#db/repos/rows/series-rows.ts';
import { isKnownList } from '#db/repos/lists/shared-lists.repo.ts';
import { type DocsByKind, type FoundDocs, findDocs, findFewDocs, MAX_RANKED } from '#db/search/found-docs.repo.ts';
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

/** What is looked for, and how much of each kind is wanted at most. */
export interface SearchWanted {
  readonly q: string;
  readonly libraryId?: string | undefined;
  readonly limit: number;
}

type Found = Omit<SearchResult, 'query'>;

/** A search with the words that it is tried with. */
interface Attempt {
  readonly ctx: ListsContext;
  readonly viewer: Viewer;
  readonly scope: SearchScope;
  readonly query: SearchQuery;
  readonly limit: number;
  /** All that match, when they are few. */
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

/** What was found, with what its ids stand for. */
async function grouped<Item>(
  found: FoundDocs,
  look: (ids: readonly string[]) => Promise<Item[]>,
): Promise<Group<Item>> {
  return { items: await look(found.ids), total: found.total, capped: found.capped };
}

async function find(
  { ctx, query, limit, scope, few }: Attempt,
  of: Parameters<typeof findDocs>[1]['of'],
  visible: Parameters<typeof findDocs>[1]['visible'],
): Promise<FoundDocs> {
  const among = few?.get(of);
  if (few !== undefined && among === undefined) return { ids: [], total: 0, capped: false };
  return await findDocs(scope.db, { kind: ctx.db.kind, of, query, visible, limit, among });
}

async function searchBooks(attempt: Attempt) {
  const found = await find(attempt, 'book', isVisibleRow(attempt.scope, 'book'));
  return await grouped(found, async (ids) => findBooksById(attempt.ctx.db.read, attempt.viewer, ids));
}

async function searchSeries(attempt: Attempt) {
  const found = await find(attempt, 'series', isVisibleRow(attempt.scope, 'series'));
  return await grouped(found, async (ids) => findSeriesById(attempt.ctx.db.read, attempt.viewer, ids));
}

async function searchNames(attempt: Attempt, of: 'person' | 'publisher') {
  const found = await find(attempt, of, isCredited(attempt.scope, of));
  return await grouped(found, async (keys) => listCredited(attempt.scope, of, keys));
}

async function searchTerms(attempt: Attempt, of: 'genre' | 'tag') {
  const found = await find(attempt, of, isUsedTerm(attempt.scope, of));
  return await grouped(found, async (ids) => listFoundTerms(attempt.scope, of, ids));
}

/** Lists are few, and what their rules find is known only by asking: all that match are asked for. */
async function searchLists<Item>(
  attempt: Attempt,
  of: 'collection' | 'readList',
  look: (ids: readonly string[]) => Promise<{ readonly rows: Item[]; readonly total: number }>,
): Promise<Group<Item>> {
  const { db, viewerScope } = attempt.scope;
  const found = await find({ ...attempt, limit: MAX_RANKED }, of, isKnownList(db, of, viewerScope, ENTITY));
  const { rows, total } = await look(found.ids);
  return { items: rows, total, capped: found.capped };
}

async function searchOnce(attempt: Attempt): Promise<Found> {
  const { ctx, viewer, limit } = attempt;
  const [ofSeries, ofBooks] = [viewer.permissions.has('SeriesRead'), viewer.permissions.has('BooksRead')];
  const [series, books, people, publishers, genres, tags, collections, readLists] = await Promise.all([
    ofSeries ? searchSeries(attempt) : NO_ROWS,
    ofBooks ? searchBooks(attempt) : NO_ROWS,
    ofBooks ? searchNames(attempt, 'person') : NO_ROWS,
    ofBooks ? searchNames(attempt, 'publisher') : NO_ROWS,
    ofSeries ? searchTerms(attempt, 'genre') : NO_ROWS,
    ofSeries ? searchTerms(attempt, 'tag') : NO_ROWS,
    ofSeries
      ? searchLists(attempt, 'collection', async (ids) => listKnownCollections(ctx, viewer, ids, limit))
      : NO_ROWS,
    ofBooks ? searchLists(attempt, 'readList', async (ids) => listKnownReadLists(ctx, viewer, ids, limit)) : NO_ROWS,
  ]);
  return { series, books, people, publishers, genres, tags, collections, readLists };
}

/** Everything of what a viewer may see that a text finds, by kind. Without a word in the text that is nothing. */
export async function searchAll(
  ctx: ListsContext,
  viewer: Viewer,
  { q, libraryId, limit }: SearchWanted,
): Promise<SearchResult> {
  const scope = { db: ctx.db.readHeavy, viewerScope: viewer, libraryId };
  const found = await tryQuery(
    ctx,
    q,
    async (query) => {
      const few = await findFewDocs(scope.db, ctx.db.kind, query);
      return searchOnce({ ctx, viewer, scope, query, limit, few });
    },
    (groups) => Object.values(groups).some(({ total }) => total > 0),
  );
  return { query: q, ...(found ?? NOTHING) };
}
