import type { api } from '@lectern/contract';
import { purgeLibrary } from '#core/scan/removals/purge-deleted.ts';
import type { Handler } from '../../handler.ts';

export const handlePurgeLibrary: Handler<typeof api.purgeLibrary> = async (ctx, { viewer, params, signal }) =>
  purgeLibrary(ctx, viewer, params.id, signal);
