import type { api } from '@lectern/contract';
import { getRating } from '#core/ratings/ratings.ts';
import type { Handler } from '../../handler.ts';

export const handleGetRating: Handler<typeof api.getRating> = async (ctx, { viewer, params }) =>
  getRating(ctx, viewer, params.id);
