import type { api } from '@lectern/contract';
import {
  editBookMetadata,
  getBookLocks,
  getBookMetadata,
  lockBook,
  renameBook,
  resetBookMetadata,
} from '#core/catalog/metadata/book-metadata.ts';
import type { Handler, Handlers } from '../../requests/handler.ts';

const patchBook: Handler<typeof api.patchBook> = async (ctx, { viewer, params, body }) =>
  renameBook(ctx, viewer, params.id, body);

export const bookMetadataHandlers = {
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
} satisfies Partial<Handlers>;
