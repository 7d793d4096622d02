import type { api } from '@lectern/contract';
import { saveRating } from '#core/ratings/ratings.ts';
import type { Handler } from '../../handler.ts';

export const handleSaveRating: Handler<typeof api.saveRating> = async (ctx, { viewer, params, body }) =>
  saveRating(ctx, viewer, params.id, body);
