import { handleChooseBookPageCover } from './choose-book-page-cover.ts';
import { handleDeleteBookCover } from './delete-book-cover.ts';
import { handleDeleteSeriesCover } from './delete-series-cover.ts';
import { handleGenerateBookThumbnails } from './generate-book-thumbnails.ts';
import { handleGenerateBookThumbnail } from './generate-book-thumbnail.ts';
import { handleGenerateLibraryBookThumbnails } from './generate-library-book-thumbnails.ts';
import { handleGenerateSeriesThumbnails } from './generate-series-thumbnails.ts';
import { handleGenerateSeriesThumbnail } from './generate-series-thumbnail.ts';
import { handleGenerateLibrarySeriesThumbnails } from './generate-library-series-thumbnails.ts';
import { handleGetBookCoverImage } from './get-book-cover-image.ts';
import { handleGetBookThumbnail } from './get-book-thumbnail.ts';
import { handleGetLibraryThumbnail } from './get-library-thumbnail.ts';
import { handleGetSeriesCoverImage } from './get-series-cover-image.ts';
import { handleGetSeriesThumbnail } from './get-series-thumbnail.ts';
import { handleListBookCovers } from './list-book-covers.ts';
import { handleListSeriesCovers } from './list-series-covers.ts';
import { handleResetBookCover } from './reset-book-cover.ts';
import { handleResetSeriesCover } from './reset-series-cover.ts';
import { handleSelectBookCover } from './select-book-cover.ts';
import { handleSelectBookCoverSource } from './select-book-cover-source.ts';
import { handleSelectSeriesCover } from './select-series-cover.ts';
import { handleSelectSeriesCoverSource } from './select-series-cover-source.ts';
import { handleUploadBookCover } from './upload-book-cover.ts';
import { handleUploadSeriesCover } from './upload-series-cover.ts';

export const coverHandlers = {
  getBookThumbnail: handleGetBookThumbnail,
  getSeriesThumbnail: handleGetSeriesThumbnail,
  getLibraryThumbnail: handleGetLibraryThumbnail,
  uploadBookCover: handleUploadBookCover,
  chooseBookPageCover: handleChooseBookPageCover,
  selectBookCoverSource: handleSelectBookCoverSource,
  listBookCovers: handleListBookCovers,
  selectBookCover: handleSelectBookCover,
  resetBookCover: handleResetBookCover,
  deleteBookCover: handleDeleteBookCover,
  getBookCoverImage: handleGetBookCoverImage,
  uploadSeriesCover: handleUploadSeriesCover,
  selectSeriesCoverSource: handleSelectSeriesCoverSource,
  listSeriesCovers: handleListSeriesCovers,
  selectSeriesCover: handleSelectSeriesCover,
  resetSeriesCover: handleResetSeriesCover,
  deleteSeriesCover: handleDeleteSeriesCover,
  getSeriesCoverImage: handleGetSeriesCoverImage,
  generateBookThumbnails: handleGenerateBookThumbnails,
  generateBookThumbnail: handleGenerateBookThumbnail,
  generateLibraryBookThumbnails: handleGenerateLibraryBookThumbnails,
  generateSeriesThumbnails: handleGenerateSeriesThumbnails,
  generateSeriesThumbnail: handleGenerateSeriesThumbnail,
  generateLibrarySeriesThumbnails: handleGenerateLibrarySeriesThumbnails,
};
