import type { api } from '@lectern/contract';
import { updateApiKey } from '#core/keys/update-api-key.ts';
import type { Handler } from '../../handler.ts';

/** Answers PUT and PATCH. */
export const handleUpdateApiKey: Handler<typeof api.updateApiKey> = async (ctx, { viewer, params, body }) =>
  updateApiKey(ctx, viewer, params.id, body);
