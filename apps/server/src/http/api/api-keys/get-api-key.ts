import type { api } from '@lectern/contract';
import { getApiKey } from '#core/keys/get-api-key.ts';
import type { Handler } from '../../handler.ts';

export const handleGetApiKey: Handler<typeof api.getApiKey> = async (ctx, { viewer, params }) =>
  getApiKey(ctx, viewer, params.id);
