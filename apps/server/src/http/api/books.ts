import { retryAllErrors, retryBook } from '#core/activities/analyze/retry-errors.ts';
import { ignoreBookErrors, listBooksWithErrors } from '#core/catalog/browse/book-errors.ts';
import { listBooksInProgress, listOnDeck, listRecentlyReadBooks } from '#core/catalog/browse/list-by-reading.ts';
import { getAdjacentBooks, getBookDetail } from '#core/catalog/browse/get-book.ts';
import { listBooks } from '#core/catalog/browse/list-books.ts';
import { getFullBook } from '#core/catalog/metadata/full-books.ts';
import type { Handlers } from '../requests/handler.ts';
import { bookPage } from './full-pages.ts';

export const bookHandlers = {
  listBooks: async (ctx, request) => bookPage(ctx, request, await listBooks(ctx, request.viewer, request.query)),
  listBooksInProgress: async (ctx, request) =>
    bookPage(ctx, request, await listBooksInProgress(ctx, request.viewer, request.query)),
  listOnDeck: async (ctx, request) => bookPage(ctx, request, await listOnDeck(ctx, request.viewer, request.query)),
  listRecentlyAddedBooks: async (ctx, request) =>
    bookPage(ctx, request, await listBooks(ctx, request.viewer, { ...request.query, sort: 'created_at,desc' })),
  listRecentlyReadBooks: async (ctx, request) =>
    bookPage(ctx, request, await listRecentlyReadBooks(ctx, request.viewer, request.query)),
  listBooksWithErrors: async (ctx, { viewer, query }) => listBooksWithErrors(ctx, viewer, query),
  getBook: async (ctx, { viewer, params, query }) =>
    query.full ? getFullBook(ctx.db.read, viewer, params.id) : getBookDetail(ctx, viewer, params.id),
  getAdjacentBooks: async (ctx, { viewer, params }) => getAdjacentBooks(ctx, viewer, params.id),
  ignoreBookErrors: async (ctx, { viewer, params, body }) =>
    ignoreBookErrors(ctx, viewer, { bookId: params.id, errorTypes: body?.errorTypes, ignored: true }),
  unignoreBookErrors: async (ctx, { viewer, params, body }) =>
    ignoreBookErrors(ctx, viewer, { bookId: params.id, errorTypes: body?.errorTypes, ignored: false }),
  retryBook: async (ctx, { viewer, params, body }) =>
    retryBook(ctx, viewer, { bookId: params.id, errorTypes: body?.errorTypes }),
  retryAllErrors: async (ctx, { viewer, body }) => retryAllErrors(ctx, viewer, body ?? {}),
} satisfies Partial<Handlers>;
