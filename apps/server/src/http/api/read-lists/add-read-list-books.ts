import type { api } from '@lectern/contract';
import { addReadListBooks } from '#core/reading-lists/read-lists.ts';
import type { Handler } from '../../handler.ts';

export const handleAddReadListBooks: Handler<typeof api.addReadListBooks> = async (ctx, { viewer, params, body }) =>
  addReadListBooks(ctx, viewer, params.id, body.bookIds);
