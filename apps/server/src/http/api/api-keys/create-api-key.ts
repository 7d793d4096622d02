import type { api } from '@lectern/contract';
import { createApiKey } from '#core/keys/create-api-key.ts';
import type { Handler } from '../../handler.ts';

export const handleCreateApiKey: Handler<typeof api.createApiKey> = async (ctx, { viewer, body, client }) =>
  createApiKey(ctx, viewer, body, client.ip);
