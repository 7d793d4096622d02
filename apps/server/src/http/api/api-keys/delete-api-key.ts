import type { api } from '@lectern/contract';
import { deleteApiKey } from '#core/keys/delete-api-key.ts';
import type { Handler } from '../../handler.ts';

export const handleDeleteApiKey: Handler<typeof api.deleteApiKey> = async (ctx, { viewer, params }) => {
  await deleteApiKey(ctx, viewer, params.id);
  return undefined;
};
