import { handleDeleteRating } from './delete-rating.ts';
import { handleGetAverageRating } from './get-average-rating.ts';
import { handleGetRating } from './get-rating.ts';
import { handleListRatings } from './list-ratings.ts';
import { handleSaveRating } from './save-rating.ts';

export const ratingHandlers = {
  getRating: handleGetRating,
  saveRating: handleSaveRating,
  deleteRating: handleDeleteRating,
  getAverageRating: handleGetAverageRating,
  listRatings: handleListRatings,
};
