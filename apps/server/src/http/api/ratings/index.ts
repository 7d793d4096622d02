import { later } from '../../later.ts';

export const ratingHandlers = {
  getRating: later(async () => (await import('./get-rating.ts')).handleGetRating),
  saveRating: later(async () => (await import('./save-rating.ts')).handleSaveRating),
  deleteRating: later(async () => (await import('./delete-rating.ts')).handleDeleteRating),
  getAverageRating: later(async () => (await import('./get-average-rating.ts')).handleGetAverageRating),
  listRatings: later(async () => (await import('./list-ratings.ts')).handleListRatings),
};
