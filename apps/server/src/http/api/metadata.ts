import {
  editMetadata,
  getLocks,
  getMetadata,
  renameBook,
  resetBookMetadata,
} from '#core/catalog/metadata/book-metadata.ts';
import { getMetadataAction, listMetadataActions } from '#core/catalog/metadata/journal.ts';
import {
  editSeriesMetadata,
  getSeriesLocks,
  getSeriesMetadata,
  lockSeries,
  renameSeries,
  resetSeriesMetadata,
} from '#core/catalog/metadata/series-metadata.ts';
import { undoMetadataAction } from '#core/catalog/metadata/undo.ts';
import { pageOf } from '../answers/page-of.ts';
import type { Handlers } from '../requests/handler.ts';

/** Metadata and locks of books and series, and the journal of their changes. */
export const metadataHandlers = {
  patchBook: async (ctx, { viewer, params, body }) => renameBook(ctx, viewer, params.id, body),
  getBookMetadata: async (ctx, { viewer, params, query }) => getBookMetadata(ctx, viewer, params.id, query.sources),
  replaceBookMetadata: async (ctx, { viewer, params, body }) =>
    editMetadata(ctx, viewer, book(params), { body, mode: 'replace' }),
  updateBookMetadata: async (ctx, { viewer, params, body }) =>
    editMetadata(ctx, viewer, book(params), { body, mode: 'update' }),
  deleteBookMetadata: async (ctx, { viewer, params }) => {
    await resetBookMetadata(ctx, viewer, params.id);
  },
  resetBookMetadata: async (ctx, { viewer, params }) => resetBookMetadata(ctx, viewer, params.id),
  getBookLocks: async (ctx, { viewer, params }) => getBookLocks(ctx, viewer, params.id),
  updateBookLocks: async (ctx, { viewer, params, body }) => lockBook(ctx, viewer, params.id, body),
  patchSeries: async (ctx, { viewer, params, body }) => renameSeries(ctx, viewer, params.id, body),
  getSeriesMetadata: async (ctx, { viewer, params, query }) => getSeriesMetadata(ctx, viewer, params.id, query.sources),
  replaceSeriesMetadata: async (ctx, { viewer, params, body }) =>
    editMetadata(ctx, viewer, series(params), { body, mode: 'replace' }),
  updateSeriesMetadata: async (ctx, { viewer, params, body }) =>
    editMetadata(ctx, viewer, series(params), { body, mode: 'update' }),
  deleteSeriesMetadata: async (ctx, { viewer, params }) => {
    await resetSeriesMetadata(ctx, viewer, params.id);
  },
  resetSeriesMetadata: async (ctx, { viewer, params }) => resetSeriesMetadata(ctx, viewer, params.id),
  getSeriesLocks: async (ctx, { viewer, params }) => getSeriesLocks(ctx, viewer, params.id),
  updateSeriesLocks: async (ctx, { viewer, params, body }) => lockSeries(ctx, viewer, params.id, body),
  listMetadataActions: async (ctx, request) =>
    pageOf(request, await listMetadataActions(ctx, request.viewer, request.query)),
  getMetadataAction: async (ctx, { viewer, params }) => getMetadataAction(ctx, viewer, params.id),
  undoMetadataAction: async (ctx, { viewer, params }) => undoMetadataAction(ctx, viewer, params.id),
} satisfies Partial<Handlers>;
