import { api, type Book } from '@lectern/contract';
import type { Context } from '#context/context.ts';
import { listDuplicateBooks } from '#core/activities/duplicates/list-duplicates.ts';
import { listOnDeck } from '#core/catalog/browse/list-by-reading.ts';
import { getAdjacentBooks, getBookDetail } from '#core/catalog/browse/get-book.ts';
import { toDialectBooks } from '#core/catalog/komga/dialect-rows.ts';
import { type BookTree, listDialectBooks } from '#core/catalog/komga/list-dialect.ts';
import { BOOK_CLAUSES, readCondition } from '#core/catalog/komga/read-condition.ts';
import { listSharedWith } from '#core/catalog/lists/show-lists.ts';
import { AppError } from '#core/errors.ts';
import type { Viewer } from '#core/viewer.ts';
import { type DialectAnswer, type DialectRoute, json, route } from '../requests/dialect-route.ts';
import { toPage, Paging, type Part, readPart, type Wanted } from './paging.ts';
import { byId, knownId } from './paths.ts';
import { BooksQuery, readBookTree, LibrariesQuery, SearchBody, within } from './queries.ts';
import { toBook } from './to-book.ts';
import { toReadList } from './to-list.ts';

const oneBook = { permission: ['BooksRead'], params: byId } as const;

/** A page of books in the dialect. */
export async function sendBooks(
  ctx: Context,
  viewer: Viewer,
  paging: Paging,
  read: (wanted: Wanted) => Promise<Part<Book>>,
): Promise<DialectAnswer> {
  const { rows, total } = await readPart(paging, read);
  const books = (await toDialectBooks(ctx, viewer, rows)).map((book) => toBook(book, viewer));
  return json(toPage(paging, books, total));
}

/** One book in the dialect. */
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

async function search(
  ctx: Context,
  { viewer, query }: { readonly viewer: Viewer; readonly query: Paging },
  { tree, text, sort = query.sort ?? [] }: Search,
): Promise<DialectAnswer> {
  return sendBooks(ctx, viewer, query, async (wanted) =>
    listDialectBooks(ctx, viewer, { ...wanted, tree, text, sort }),
  );
}

function neighbour(name: 'next' | 'previous'): DialectRoute {
  return route.get(`/api/v1/books/{id}/${name}`, oneBook, async (ctx, { viewer, params }) => {
    const id = knownId(params.id);
    const { prev, next } = await getAdjacentBooks(ctx, viewer, id);
    const book = name === 'next' ? next : prev;
    if (book === null) throw new AppError('NotFound', `Book ${id} has no ${name} one`);
    return sendBook(ctx, viewer, book);
  });
}

export const bookRoutes: readonly DialectRoute[] = [
  route.get('/api/v1/books', { permission: ['BooksRead'], query: BooksQuery }, async (ctx, request) =>
    search(ctx, request, { tree: readBookTree(request.query), text: request.query.search }),
  ),
  route.post(
    '/api/v1/books/list',
    { permission: ['BooksRead'], query: BooksQuery, body: SearchBody },
    async (ctx, request) => {
      const { condition, fullTextSearch } = request.body;
      return search(ctx, request, {
        tree: readCondition(BOOK_CLAUSES, condition),
        text: fullTextSearch ?? undefined,
      });
    },
  ),
  route.get('/api/v1/books/latest', { permission: ['BooksRead'], query: BooksQuery }, async (ctx, request) =>
    search(ctx, request, { tree: readBookTree(request.query), sort: ['lastModified,desc'] }),
  ),
  route.get(
    '/api/v1/books/ondeck',
    { permission: ['BooksRead'], query: LibrariesQuery },
    async (ctx, { viewer, query }) =>
      sendBooks(ctx, viewer, query, async (wanted) => listOnDeck(ctx, within(viewer, query.library_id), wanted)),
  ),
  route.get('/api/v1/books/{id}', oneBook, async (ctx, { viewer, params }) =>
    sendBook(ctx, viewer, (await getBookDetail(ctx, viewer, knownId(params.id))).book),
  ),
  neighbour('next'),
  neighbour('previous'),
  route.get('/api/v1/books/{id}/readlists', oneBook, async (ctx, { viewer, params }) => {
    const holding = { kind: 'readList', id: knownId(params.id) } as const;
    const { rows } = await listSharedWith(ctx, viewer, holding, { page: 1, pageSize: 1_000 });
    return json(await Promise.all(rows.map(async (row) => toReadList(ctx, viewer, row))));
  }),
  route.get(
    '/api/v1/books/duplicates',
    { permission: api.listDuplicates.permission, query: Paging },
    async (ctx, { viewer, query }) =>
      sendBooks(ctx, viewer, query, async (wanted) => listDuplicateBooks(ctx, viewer, wanted)),
  ),
];
