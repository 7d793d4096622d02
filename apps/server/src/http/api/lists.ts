import { listBooksInProgress, listOnDeck, listRecentlyReadBooks } from '#core/catalog/browse/list-by-reading.ts';
import { getHome } from '#core/catalog/lists/get-home.ts';
import { getLibrary } from '#core/catalog/libraries/libraries.ts';
import { listBooks } from '#core/catalog/browse/list-books.ts';
import { listBookGroups, listSeriesGroups } from '#core/catalog/browse/list-letter-groups.ts';
import { listSeries, listSeriesInProgress, listSortedSeries } from '#core/catalog/browse/list-series.ts';
import type { Handlers } from '../requests/handler.ts';
import { bookPage, seriesPage } from './full-pages.ts';

export const listHandlers = {
  getHome: async (ctx, { viewer, query }) => getHome(ctx, viewer, query),
  listBookGroups: async (ctx, { viewer, query, body }) => listBookGroups(ctx, viewer, { ...body, ...query }),
  listFilteredBooks: async (ctx, request) => {
    const { rows, total } = await listBooks(ctx, request.viewer, { ...request.body, ...request.query });
    return bookPage(ctx, request, { rows, total });
  },
  listFilteredSeries: async (ctx, request) => {
    const { rows, total } = await listSeries(ctx, request.viewer, { ...request.body, ...request.query });
    return seriesPage(ctx, request, { rows, total });
  },
  listLibraryBooks: async (ctx, request) => {
    const { id } = await getLibrary(ctx, request.viewer, request.params.id);
    const { rows, total } = await listBooks(ctx, request.viewer, { ...request.query, libraryId: id });
    return bookPage(ctx, request, { rows, total });
  },
  listLibraryBooksInProgress: async (ctx, request) => {
    const { id } = await getLibrary(ctx, request.viewer, request.params.id);
    const { rows, total } = await listBooksInProgress(ctx, request.viewer, { ...request.query, libraryId: id });
    return bookPage(ctx, request, { rows, total });
  },
  listLibraryOnDeck: async (ctx, request) => {
    const { id } = await getLibrary(ctx, request.viewer, request.params.id);
    const { rows, total } = await listOnDeck(ctx, request.viewer, { ...request.query, libraryId: id });
    return bookPage(ctx, request, { rows, total });
  },
  listLibraryRecentlyAddedBooks: async (ctx, request) => {
    const { id } = await getLibrary(ctx, request.viewer, request.params.id);
    const { rows, total } = await listBooks(ctx, request.viewer, {
      ...request.query,
      libraryId: id,
      sort: 'created_at,desc',
    });
    return bookPage(ctx, request, { rows, total });
  },
  listLibraryRecentlyAddedSeries: async (ctx, request) => {
    const { id } = await getLibrary(ctx, request.viewer, request.params.id);
    const { rows, total } = await listSortedSeries(
      ctx,
      request.viewer,
      { ...request.query, libraryId: id },
      { field: 'createdAt', direction: 'desc' },
    );
    return seriesPage(ctx, request, { rows, total });
  },
  listLibraryRecentlyReadBooks: async (ctx, request) => {
    const { id } = await getLibrary(ctx, request.viewer, request.params.id);
    const { rows, total } = await listRecentlyReadBooks(ctx, request.viewer, { ...request.query, libraryId: id });
    return bookPage(ctx, request, { rows, total });
  },
  listLibraryRecentlyUpdatedSeries: async (ctx, request) => {
    const { id } = await getLibrary(ctx, request.viewer, request.params.id);
    const { rows, total } = await listSortedSeries(
      ctx,
      request.viewer,
      { ...request.query, libraryId: id },
      { field: 'updatedAt', direction: 'desc' },
    );
    return seriesPage(ctx, request, { rows, total });
  },
  listLibrarySeries: async (ctx, request) => {
    const { id } = await getLibrary(ctx, request.viewer, request.params.id);
    const { rows, total } = await listSeries(ctx, request.viewer, { ...request.query, libraryId: id });
    return seriesPage(ctx, request, { rows, total });
  },
  listLibrarySeriesInProgress: async (ctx, request) => {
    const { id } = await getLibrary(ctx, request.viewer, request.params.id);
    const { rows, total } = await listSeriesInProgress(ctx, request.viewer, { ...request.query, libraryId: id });
    return seriesPage(ctx, request, { rows, total });
  },
  listSeriesGroups: async (ctx, { viewer, query, body }) => listSeriesGroups(ctx, viewer, { ...body, ...query }),
} satisfies Partial<Handlers>;
