import { handleGetBookThumbnail } from './get-book-thumbnail.ts';
import { handleGetLibraryThumbnail } from './get-library-thumbnail.ts';
import { handleGetSeriesThumbnail } from './get-series-thumbnail.ts';

export const coverHandlers = {
  getBookThumbnail: handleGetBookThumbnail,
  getSeriesThumbnail: handleGetSeriesThumbnail,
  getLibraryThumbnail: handleGetLibraryThumbnail,
};
