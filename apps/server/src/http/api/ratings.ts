import { deleteRating, getAverageRating, getRating, listRatings, saveRating } from '#core/catalog/reading/ratings.ts';
import { toPage } from '../answers/to-page.ts';
import type { Handlers } from '../requests/handler.ts';

export const ratingHandlers = {
  getRating: async (ctx, { viewer, params }) => getRating(ctx, viewer, params.id),
  saveRating: async (ctx, { viewer, params, body }) => saveRating(ctx, viewer, params.id, body),
  deleteRating: async (ctx, { viewer, params }) => deleteRating(ctx, viewer, params.id),
  getAverageRating: async (ctx, { viewer, params }) => getAverageRating(ctx, viewer, params.id),
  listRatings: async (ctx, request) => toPage(request, await listRatings(ctx, request.viewer, request.query)),
} satisfies Partial<Handlers>;
