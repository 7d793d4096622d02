import { listBooksInProgress, listOnDeck, listRecentlyReadBooks } from '#core/catalog/browse/list-by-reading.ts';
import { listBooks } from '#core/catalog/browse/list-books.ts';
import { listBookGroups, listSeriesGroups } from '#core/catalog/browse/list-letter-groups.ts';
import { listSeries, listSeriesInProgress, listSortedSeries } from '#core/catalog/browse/list-series.ts';
import { getLibrary } from '#core/catalog/libraries/libraries.ts';
import { getHome } from '#core/catalog/lists/get-home.ts';
import type { Context } from '#context/context.ts';
import type { Viewer } from '#core/viewer.ts';
import type { Handlers } from '../requests/handler.ts';
import { bookPage, seriesPage } from './full-pages.ts';

interface InLibrary<Query> {
  readonly viewer: Viewer;
  readonly params: { readonly id: string };
  readonly query: Query;
}

/**
 * The query of a list, within a library that the viewer may see.
 * @throws {AppError} `NotFound`
 */
async function inLibrary<Query>(ctx: Context, { viewer, params, query }: InLibrary<Query>) {
  const { id: libraryId } = await getLibrary(ctx, viewer, params.id);
  return { ...query, libraryId };
}

export const listHandlers = {
  getHome: async (ctx, { viewer, query }) => getHome(ctx, viewer, query),
  listBookGroups: async (ctx, { viewer, query, body }) => listBookGroups(ctx, viewer, { ...body, ...query }),
  listSeriesGroups: async (ctx, { viewer, query, body }) => listSeriesGroups(ctx, viewer, { ...body, ...query }),
  listFilteredBooks: async (ctx, request) =>
    bookPage(ctx, request, await listBooks(ctx, request.viewer, { ...request.body, ...request.query })),
  listFilteredSeries: async (ctx, request) =>
    seriesPage(ctx, request, await listSeries(ctx, request.viewer, { ...request.body, ...request.query })),
  listLibraryBooks: async (ctx, request) =>
    bookPage(ctx, request, await listBooks(ctx, request.viewer, await inLibrary(ctx, request))),
  listLibraryBooksInProgress: async (ctx, request) =>
    bookPage(ctx, request, await listBooksInProgress(ctx, request.viewer, await inLibrary(ctx, request))),
  listLibraryOnDeck: async (ctx, request) =>
    bookPage(ctx, request, await listOnDeck(ctx, request.viewer, await inLibrary(ctx, request))),
  listLibraryRecentlyAddedBooks: async (ctx, request) => {
    const wanted = { ...(await inLibrary(ctx, request)), sort: 'created_at,desc' };
    return bookPage(ctx, request, await listBooks(ctx, request.viewer, wanted));
  },
  listLibraryRecentlyAddedSeries: async (ctx, request) => {
    const sorting = { field: 'createdAt', direction: 'desc' } as const;
    const listed = await listSortedSeries(ctx, request.viewer, await inLibrary(ctx, request), sorting);
    return seriesPage(ctx, request, listed);
  },
  listLibraryRecentlyReadBooks: async (ctx, request) =>
    bookPage(ctx, request, await listRecentlyReadBooks(ctx, request.viewer, await inLibrary(ctx, request))),
  listLibraryRecentlyUpdatedSeries: async (ctx, request) => {
    const sorting = { field: 'updatedAt', direction: 'desc' } as const;
    const listed = await listSortedSeries(ctx, request.viewer, await inLibrary(ctx, request), sorting);
    return seriesPage(ctx, request, listed);
  },
  listLibrarySeries: async (ctx, request) =>
    seriesPage(ctx, request, await listSeries(ctx, request.viewer, await inLibrary(ctx, request))),
  listLibrarySeriesInProgress: async (ctx, request) =>
    seriesPage(ctx, request, await listSeriesInProgress(ctx, request.viewer, await inLibrary(ctx, request))),
} satisfies Partial<Handlers>;
