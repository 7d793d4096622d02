import type { SearchResult } from '@lectern/contract';
import type { Database } from '#db/open.ts';
import { countBooks, findBooksById, pickBooks } from '#db/repos/books.repo.ts';
import { countSeries, findSeriesById, pickSeries } from '#db/repos/series.repo.ts';
import {
  countCredited,
  countTerms,
  type NameSearch,
  searchCredited,
  searchTerms,
} from '#db/search/search-names.repo.ts';
import type { SearchQuery } from '#db/search/search-query.ts';
import { searchRows } from '#db/search/search-rows.ts';
import type { Viewer } from '../viewer.ts';
import { tryQuery } from './try-query.ts';

/** What is looked for, and how much of each kind is wanted at most. */
export interface SearchWanted {
  readonly q: string;
  readonly libraryId?: string | undefined;
  readonly limit: number;
}

interface SearchContext {
  readonly db: Database;
}

type Found = Omit<SearchResult, 'query'>;

/** A search with the words that it is tried with. */
interface Attempt extends SearchWanted {
  readonly query: SearchQuery;
}

const NO_ROWS = { items: [], total: 0 };
const NOTHING: Found = {
  series: NO_ROWS,
  books: NO_ROWS,
  people: NO_ROWS,
  publishers: NO_ROWS,
  genres: NO_ROWS,
  tags: NO_ROWS,
};

async function searchBooks({ db }: SearchContext, viewer: Viewer, { query, libraryId, limit }: Attempt) {
  const { where, rank } = searchRows(db.kind, 'book', query);
  const filter = { libraryId, where: [where] };
  const total = await countBooks(db.read, viewer, filter);
  if (total === 0) return NO_ROWS;
  const range = { sort: 'relevance', direction: 'desc', rank, limit, offset: 0 } as const;
  const picked = await pickBooks(db.read, viewer, filter, range);
  const ids = picked.map(({ id }) => id);
  return { items: await findBooksById(db.read, viewer, ids), total };
}

async function searchSeriesRows({ db }: SearchContext, viewer: Viewer, { query, libraryId, limit }: Attempt) {
  const { where, rank } = searchRows(db.kind, 'series', query);
  const filter = { libraryId, where: [where] };
  const total = await countSeries(db.read, viewer, filter);
  if (total === 0) return NO_ROWS;
  const range = { sort: 'relevance', direction: 'desc', rank, limit, offset: 0 } as const;
  const picked = await pickSeries(db.read, viewer, filter, range);
  const ids = picked.map(({ id }) => id);
  return { items: await findSeriesById(db.read, viewer, ids), total };
}

async function searchNames({ db }: SearchContext, viewer: Viewer, of: 'person' | 'publisher', attempt: Attempt) {
  const search: NameSearch = { kind: db.kind, query: attempt.query, libraryId: attempt.libraryId };
  const items = await searchCredited(db.read, viewer, of, { ...search, limit: attempt.limit });
  const isAll = items.length < attempt.limit;
  return { items, total: isAll ? items.length : await countCredited(db.read, viewer, of, search) };
}

async function searchTermRows({ db }: SearchContext, viewer: Viewer, of: 'genre' | 'tag', attempt: Attempt) {
  const search: NameSearch = { kind: db.kind, query: attempt.query, libraryId: attempt.libraryId };
  const items = await searchTerms(db.read, viewer, of, { ...search, limit: attempt.limit });
  const isAll = items.length < attempt.limit;
  return { items, total: isAll ? items.length : await countTerms(db.read, viewer, of, search) };
}

async function searchOnce(ctx: SearchContext, viewer: Viewer, attempt: Attempt): Promise<Found> {
  const [ofSeries, ofBooks] = [viewer.permissions.has('SeriesRead'), viewer.permissions.has('BooksRead')];
  const [series, books, people, publishers, genres, tags] = await Promise.all([
    ofSeries ? searchSeriesRows(ctx, viewer, attempt) : NO_ROWS,
    ofBooks ? searchBooks(ctx, viewer, attempt) : NO_ROWS,
    ofBooks ? searchNames(ctx, viewer, 'person', attempt) : NO_ROWS,
    ofBooks ? searchNames(ctx, viewer, 'publisher', attempt) : NO_ROWS,
    ofSeries ? searchTermRows(ctx, viewer, 'genre', attempt) : NO_ROWS,
    ofSeries ? searchTermRows(ctx, viewer, 'tag', attempt) : NO_ROWS,
  ]);
  return { series, books, people, publishers, genres, tags };
}

/** Everything of what a viewer may see that a text finds, by kind. Without a word in the text that is nothing. */
export async function searchAll(ctx: SearchContext, viewer: Viewer, wanted: SearchWanted): Promise<SearchResult> {
  const found = await tryQuery(
    ctx,
    wanted.q,
    async (query) => searchOnce(ctx, viewer, { ...wanted, query }),
    (groups) => Object.values(groups).some(({ total }) => total > 0),
  );
  return { query: wanted.q, ...(found ?? NOTHING) };
}
