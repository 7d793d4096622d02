import type { api } from '@lectern/contract';
import { createLibrary } from '#core/catalog/create-library.ts';
import type { Handler } from '../../handler.ts';

export const handleCreateLibrary: Handler<typeof api.createLibrary> = async (ctx, { viewer, body }) =>
  createLibrary(ctx, viewer, body);
