import type { api } from '@lectern/contract';
import {
  editBookMetadata,
  getBookLocks,
  getBookMetadata,
  lockBook,
  renameBook,
  resetBookMetadata,
} from '#core/metadata/book-metadata.ts';
import type { Handler } from '../../handler.ts';

const patchBook: Handler<typeof api.patchBook> = async (ctx, { viewer, params, body }) =>
  renameBook(ctx, viewer, params.id, body);

const getMetadata: Handler<typeof api.getBookMetadata> = async (ctx, { viewer, params, query }) =>
  getBookMetadata(ctx, viewer, params.id, query.sources);

const replaceMetadata: Handler<typeof api.replaceBookMetadata> = async (ctx, { viewer, params, body }) =>
  editBookMetadata(ctx, viewer, params.id, { body, mode: 'replace' });

const updateMetadata: Handler<typeof api.updateBookMetadata> = async (ctx, { viewer, params, body }) =>
  editBookMetadata(ctx, viewer, params.id, { body, mode: 'update' });

const resetMetadata: Handler<typeof api.resetBookMetadata> = async (ctx, { viewer, params }) =>
  resetBookMetadata(ctx, viewer, params.id);

const deleteMetadata: Handler<typeof api.deleteBookMetadata> = async (ctx, { viewer, params }) => {
  await resetBookMetadata(ctx, viewer, params.id);
  return undefined;
};

const getLocks: Handler<typeof api.getBookLocks> = async (ctx, { viewer, params }) =>
  getBookLocks(ctx, viewer, params.id);

const updateLocks: Handler<typeof api.updateBookLocks> = async (ctx, { viewer, params, body }) =>
  lockBook(ctx, viewer, params.id, body);

export const bookMetadataHandlers = {
  patchBook,
  getBookMetadata: getMetadata,
  replaceBookMetadata: replaceMetadata,
  updateBookMetadata: updateMetadata,
  deleteBookMetadata: deleteMetadata,
  resetBookMetadata: resetMetadata,
  getBookLocks: getLocks,
  updateBookLocks: updateLocks,
};
