import type { api } from '@lectern/contract';
import {
  editMetadata,
  getLocks,
  getMetadata,
  renameBook,
  renameSeries,
  resetMetadata,
  setLocks,
} from '#core/catalog/metadata/owner-metadata.ts';
import type { Handler, Handlers } from '../requests/handler.ts';

const patchBook: Handler<typeof api.patchBook> = async (ctx, { viewer, params, body }) =>
  renameBook(ctx, viewer, params.id, body);

const patchSeries: Handler<typeof api.patchSeries> = async (ctx, { viewer, params, body }) =>
  renameSeries(ctx, viewer, params.id, body);

const book = ({ id }: { readonly id: string }) => ({ kind: 'book', id }) as const;
const series = ({ id }: { readonly id: string }) => ({ kind: 'series', id }) as const;

/** Metadata and locks of books and series. */
export const metadataHandlers = {
  patchBook,
  getBookMetadata: async (ctx, { viewer, params, query }) => getMetadata(ctx, viewer, book(params), query.sources),
  replaceBookMetadata: async (ctx, { viewer, params, body }) =>
    editMetadata(ctx, viewer, book(params), { body, mode: 'replace' }),
  updateBookMetadata: async (ctx, { viewer, params, body }) =>
    editMetadata(ctx, viewer, book(params), { body, mode: 'update' }),
  deleteBookMetadata: async (ctx, { viewer, params }) => {
    await resetMetadata(ctx, viewer, book(params));
    return undefined;
  },
  resetBookMetadata: async (ctx, { viewer, params }) => resetMetadata(ctx, viewer, book(params)),
  getBookLocks: async (ctx, { viewer, params }) => getLocks(ctx, viewer, book(params)),
  updateBookLocks: async (ctx, { viewer, params, body }) => setLocks(ctx, viewer, book(params), body),
  patchSeries,
  getSeriesMetadata: async (ctx, { viewer, params, query }) => getMetadata(ctx, viewer, series(params), query.sources),
  replaceSeriesMetadata: async (ctx, { viewer, params, body }) =>
    editMetadata(ctx, viewer, series(params), { body, mode: 'replace' }),
  updateSeriesMetadata: async (ctx, { viewer, params, body }) =>
    editMetadata(ctx, viewer, series(params), { body, mode: 'update' }),
  deleteSeriesMetadata: async (ctx, { viewer, params }) => {
    await resetMetadata(ctx, viewer, series(params));
    return undefined;
  },
  resetSeriesMetadata: async (ctx, { viewer, params }) => resetMetadata(ctx, viewer, series(params)),
  getSeriesLocks: async (ctx, { viewer, params }) => getLocks(ctx, viewer, series(params)),
  updateSeriesLocks: async (ctx, { viewer, params, body }) => setLocks(ctx, viewer, series(params), body),
} satisfies Partial<Handlers>;
