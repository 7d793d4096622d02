import type { api } from '@lectern/contract';
import { getLibrary } from '#core/catalog/get-library.ts';
import type { Handler } from '../../handler.ts';

export const handleGetLibrary: Handler<typeof api.getLibrary> = async (ctx, { viewer, params }) =>
  getLibrary(ctx, viewer, params.id);
