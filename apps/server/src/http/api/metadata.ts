import type { api } from '@lectern/contract';
import {
  editBookMetadata,
  getBookLocks,
  getBookMetadata,
  lockBook,
  renameBook,
  resetBookMetadata,
} from '#core/catalog/metadata/book-metadata.ts';
import {
  editSeriesMetadata,
  getSeriesLocks,
  getSeriesMetadata,
  lockSeries,
  renameSeries,
  resetSeriesMetadata,
} from '#core/catalog/metadata/series-metadata.ts';
import type { Handler, Handlers } from '../requests/handler.ts';

const patchBook: Handler<typeof api.patchBook> = async (ctx, { viewer, params, body }) =>
  renameBook(ctx, viewer, params.id, body);

const patchSeries: Handler<typeof api.patchSeries> = async (ctx, { viewer, params, body }) =>
  renameSeries(ctx, viewer, params.id, body);

/** Metadata and locks of books and series. */
export const metadataHandlers = {
  patchBook,
  getBookMetadata: async (ctx, { viewer, params, query }) => getBookMetadata(ctx, viewer, params.id, query.sources),
  replaceBookMetadata: async (ctx, { viewer, params, body }) =>
    editBookMetadata(ctx, viewer, params.id, { body, mode: 'replace' }),
  updateBookMetadata: async (ctx, { viewer, params, body }) =>
    editBookMetadata(ctx, viewer, params.id, { body, mode: 'update' }),
  deleteBookMetadata: async (ctx, { viewer, params }) => {
    await resetBookMetadata(ctx, viewer, params.id);
    return undefined;
  },
  resetBookMetadata: async (ctx, { viewer, params }) => resetBookMetadata(ctx, viewer, params.id),
  getBookLocks: async (ctx, { viewer, params }) => getBookLocks(ctx, viewer, params.id),
  updateBookLocks: async (ctx, { viewer, params, body }) => lockBook(ctx, viewer, params.id, body),
  patchSeries,
  getSeriesMetadata: async (ctx, { viewer, params, query }) => getSeriesMetadata(ctx, viewer, params.id, query.sources),
  replaceSeriesMetadata: async (ctx, { viewer, params, body }) =>
    editSeriesMetadata(ctx, viewer, params.id, { body, mode: 'replace' }),
  updateSeriesMetadata: async (ctx, { viewer, params, body }) =>
    editSeriesMetadata(ctx, viewer, params.id, { body, mode: 'update' }),
  deleteSeriesMetadata: async (ctx, { viewer, params }) => {
    await resetSeriesMetadata(ctx, viewer, params.id);
    return undefined;
  },
  resetSeriesMetadata: async (ctx, { viewer, params }) => resetSeriesMetadata(ctx, viewer, params.id),
  getSeriesLocks: async (ctx, { viewer, params }) => getSeriesLocks(ctx, viewer, params.id),
  updateSeriesLocks: async (ctx, { viewer, params, body }) => lockSeries(ctx, viewer, params.id, body),
} satisfies Partial<Handlers>;
