import type { api } from '@lectern/contract';
import { updateLibrary } from '#core/catalog/update-library.ts';
import type { Handler } from '../../handler.ts';

/** Answers PUT and PATCH. */
export const handleUpdateLibrary: Handler<typeof api.updateLibrary> = async (ctx, { viewer, params, body }) =>
  updateLibrary(ctx, viewer, params.id, body);
