import type { api } from '@lectern/contract';
import { deleteLibrary } from '#core/catalog/delete-library.ts';
import type { Handler } from '../../handler.ts';

export const handleDeleteLibrary: Handler<typeof api.deleteLibrary> = async (ctx, { viewer, params }) => {
  await deleteLibrary(ctx, viewer, params.id);
  return undefined;
};
