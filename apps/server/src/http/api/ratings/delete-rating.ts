import type { api } from '@lectern/contract';
import { deleteRating } from '#core/ratings/ratings.ts';
import type { Handler } from '../../handler.ts';

export const handleDeleteRating: Handler<typeof api.deleteRating> = async (ctx, { viewer, params }) => {
  await deleteRating(ctx, viewer, params.id);
  return undefined;
};
