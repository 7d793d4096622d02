import type { api } from '@lectern/contract';
import { listApiKeys } from '#core/keys/get-api-key.ts';
import type { Handler } from '../../handler.ts';

export const handleListApiKeys: Handler<typeof api.listApiKeys> = async (ctx, { viewer, query }) =>
  listApiKeys(ctx, viewer, query.userId);
