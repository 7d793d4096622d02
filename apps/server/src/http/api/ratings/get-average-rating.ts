import type { api } from '@lectern/contract';
import { getAverageRating } from '#core/ratings/ratings.ts';
import type { Handler } from '../../handler.ts';

export const handleGetAverageRating: Handler<typeof api.getAverageRating> = async (ctx, { viewer, params }) =>
  getAverageRating(ctx, viewer, params.id);
