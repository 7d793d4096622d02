import { getMetadataAction, listMetadataActions } from '#core/catalog/metadata/journal.ts';
import {
  editMetadata,
  getLocks,
  getMetadata,
  renameBook,
  renameSeries,
  resetMetadata,
  setLocks,
} from '#core/catalog/metadata/owner-metadata.ts';
import { undoMetadataAction } from '#core/catalog/metadata/undo.ts';
import { toPage } from '../answers/to-page.ts';
import type { Handlers } from '../requests/handler.ts';

const book = ({ id }: { readonly id: string }) => ({ kind: 'book', id }) as const;
const series = ({ id }: { readonly id: string }) => ({ kind: 'series', id }) as const;

/** Metadata and locks of books and series, and the journal of their changes. */
export const metadataHandlers = {
  patchBook: async (ctx, { viewer, params, body }) => renameBook(ctx, viewer, params.id, body),
  getBookMetadata: async (ctx, { viewer, params, query }) => getMetadata(ctx, viewer, book(params), query.sources),
  replaceBookMetadata: async (ctx, { viewer, params, body }) =>
    editMetadata(ctx, viewer, book(params), { body, mode: 'replace' }),
  updateBookMetadata: async (ctx, { viewer, params, body }) =>
    editMetadata(ctx, viewer, book(params), { body, mode: 'update' }),
  deleteBookMetadata: async (ctx, { viewer, params }) => {
    await resetMetadata(ctx, viewer, book(params));
  },
  resetBookMetadata: async (ctx, { viewer, params }) => resetMetadata(ctx, viewer, book(params)),
  getBookLocks: async (ctx, { viewer, params }) => getLocks(ctx, viewer, book(params)),
  updateBookLocks: async (ctx, { viewer, params, body }) => setLocks(ctx, viewer, book(params), body),
  patchSeries: async (ctx, { viewer, params, body }) => renameSeries(ctx, viewer, params.id, body),
  getSeriesMetadata: async (ctx, { viewer, params, query }) => getMetadata(ctx, viewer, series(params), query.sources),
  replaceSeriesMetadata: async (ctx, { viewer, params, body }) =>
    editMetadata(ctx, viewer, series(params), { body, mode: 'replace' }),
  updateSeriesMetadata: async (ctx, { viewer, params, body }) =>
    editMetadata(ctx, viewer, series(params), { body, mode: 'update' }),
  deleteSeriesMetadata: async (ctx, { viewer, params }) => {
    await resetMetadata(ctx, viewer, series(params));
  },
  resetSeriesMetadata: async (ctx, { viewer, params }) => resetMetadata(ctx, viewer, series(params)),
  getSeriesLocks: async (ctx, { viewer, params }) => getLocks(ctx, viewer, series(params)),
  updateSeriesLocks: async (ctx, { viewer, params, body }) => setLocks(ctx, viewer, series(params), body),
  listMetadataActions: async (ctx, request) =>
    toPage(request, await listMetadataActions(ctx, request.viewer, request.query)),
  getMetadataAction: async (ctx, { viewer, params }) => getMetadataAction(ctx, viewer, params.id),
  undoMetadataAction: async (ctx, { viewer, params }) => undoMetadataAction(ctx, viewer, params.id),
} satisfies Partial<Handlers>;
