import { api, type Book } from '@lectern/contract';
import type { z } from 'zod';
import type { Context } from '#context/context.ts';
import { listDuplicateBooks } from '#core/activities/duplicates/list-duplicates.ts';
import { listOnDeck } from '#core/catalog/browse/list-by-reading.ts';
import { getAdjacentBooks, getBookDetail } from '#core/catalog/browse/get-book.ts';
import { toDialectBooks } from '#core/catalog/komga/dialect-rows.ts';
import { type BookTree, listDialectBooks } from '#core/catalog/komga/list-dialect.ts';
import { BOOK_CLAUSES, readCondition } from '#core/catalog/komga/read-condition.ts';
import { listBookReadLists } from '#core/catalog/lists/read-lists.ts';
import { AppError } from '#core/errors.ts';
import type { Viewer } from '#core/viewer.ts';
import { type DialectAnswer, type DialectRequest, type DialectRoute, viewerOf } from '../requests/dialect-route.ts';
import { json, pageOf, Paging, type Part, readPart, type Wanted } from './answer.ts';
import { toBook, toReadList } from './objects.ts';
import { byId, idOf } from './paths.ts';
import { BooksQuery, bookTreeOf, LibrariesQuery, SearchBody, within } from './queries.ts';

/** A page of books as the dialect has it. */
export async function sendBooks(
  ctx: Context,
  viewer: Viewer,
  paging: Paging,
  read: (wanted: Wanted) => Promise<Part<Book>>,
): Promise<DialectAnswer> {
  const { rows, total } = await readPart(paging, read);
  const found = await toDialectBooks(ctx, viewer, rows);
  return json(
    pageOf(
      paging,
      found.map((book) => toBook(book, viewer)),
      total,
    ),
  );
}

/** One book as the dialect has it. */
export async function sendBook(ctx: Context, viewer: Viewer, book: Book): Promise<DialectAnswer> {
  const [found] = await toDialectBooks(ctx, viewer, [book]);
  if (found === undefined) throw new AppError('NotFound', `Book ${book.id} not found`);
  return json(toBook(found, viewer));
}

interface Search {
  readonly tree: BookTree | undefined;
  readonly text?: string | undefined;
  readonly sort?: readonly string[];
}

async function search(ctx: Context, request: DialectRequest, { tree, text, sort }: Search): Promise<DialectAnswer> {
  const viewer = viewerOf(request);
  const paging = request.query as Paging;
  return sendBooks(ctx, viewer, paging, async (wanted) =>
    listDialectBooks(ctx, viewer, { ...wanted, tree, text, sort: sort ?? paging.sort ?? [] }),
  );
}

function neighbour(name: 'next' | 'previous'): DialectRoute {
  return {
    method: 'GET',
    path: `/api/v1/books/{id}/${name}`,
    endpoint: { permission: ['BooksRead'], params: byId },
    answer: async (ctx, request) => {
      const viewer = viewerOf(request);
      const id = idOf(request);
      const { prev, next } = await getAdjacentBooks(ctx, viewer, id);
      const book = name === 'next' ? next : prev;
      if (book === null) throw new AppError('NotFound', `Book ${id} has no ${name} one`);
      return sendBook(ctx, viewer, book);
    },
  };
}

export const bookRoutes: readonly DialectRoute[] = [
  {
    method: 'GET',
    path: '/api/v1/books',
    endpoint: { permission: ['BooksRead'], query: BooksQuery },
    answer: async (ctx, request) => {
      const query = request.query as BooksQuery;
      return search(ctx, request, { tree: bookTreeOf(query), text: query.search });
    },
  },
  {
    method: 'POST',
    path: '/api/v1/books/list',
    endpoint: { permission: ['BooksRead'], query: BooksQuery, body: SearchBody },
    answer: async (ctx, request) => {
      const { condition, fullTextSearch } = request.body as z.output<typeof SearchBody>;
      return search(ctx, request, {
        tree: readCondition(BOOK_CLAUSES, condition),
        text: fullTextSearch ?? undefined,
      });
    },
  },
  {
    method: 'GET',
    path: '/api/v1/books/latest',
    endpoint: { permission: ['BooksRead'], query: BooksQuery },
    answer: async (ctx, request) =>
      search(ctx, request, { tree: bookTreeOf(request.query as BooksQuery), sort: ['lastModified,desc'] }),
  },
  {
    method: 'GET',
    path: '/api/v1/books/ondeck',
    endpoint: { permission: ['BooksRead'], query: LibrariesQuery },
    answer: async (ctx, request) => {
      const query = request.query as z.output<typeof LibrariesQuery>;
      const viewer = viewerOf(request);
      return sendBooks(ctx, viewer, query, async (wanted) => listOnDeck(ctx, within(viewer, query.library_id), wanted));
    },
  },
  {
    method: 'GET',
    path: '/api/v1/books/{id}',
    endpoint: { permission: ['BooksRead'], params: byId },
    answer: async (ctx, request) => {
      const viewer = viewerOf(request);
      return sendBook(ctx, viewer, (await getBookDetail(ctx, viewer, idOf(request))).book);
    },
  },
  neighbour('next'),
  neighbour('previous'),
  {
    method: 'GET',
    path: '/api/v1/books/{id}/readlists',
    endpoint: { permission: ['BooksRead'], params: byId },
    answer: async (ctx, request) => {
      const viewer = viewerOf(request);
      const { rows } = await listBookReadLists(ctx, viewer, idOf(request), { page: 1, pageSize: 1_000 });
      return json(await Promise.all(rows.map(async (row) => toReadList(ctx, viewer, row))));
    },
  },
];

/** Books whose files are there more than once. */
export const duplicateRoutes: readonly DialectRoute[] = [
  {
    method: 'GET',
    path: '/api/v1/books/duplicates',
    endpoint: { permission: api.listDuplicates.permission, query: Paging },
    answer: async (ctx, request) => {
      const viewer = viewerOf(request);
      const paging = request.query as Paging;
      return await sendBooks(ctx, viewer, paging, async (wanted) => listDuplicateBooks(ctx, viewer, wanted));
    },
  },
];
