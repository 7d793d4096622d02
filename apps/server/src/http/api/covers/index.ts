import { later } from '../../later.ts';

export const coverHandlers = {
  getBookThumbnail: later(async () => (await import('./get-book-thumbnail.ts')).handleGetBookThumbnail),
  getSeriesThumbnail: later(async () => (await import('./get-series-thumbnail.ts')).handleGetSeriesThumbnail),
  generateManyBookThumbnails: later(
    async () => (await import('./generate-many-book-thumbnails.ts')).handleGenerateManyBookThumbnails,
  ),
  generateManySeriesThumbnails: later(
    async () => (await import('./generate-many-series-thumbnails.ts')).handleGenerateManySeriesThumbnails,
  ),
  generateThumbnailsOfManySeries: later(
    async () => (await import('./generate-thumbnails-of-many-series.ts')).handleGenerateThumbnailsOfManySeries,
  ),
  getLibraryThumbnail: later(async () => (await import('./get-library-thumbnail.ts')).handleGetLibraryThumbnail),
  uploadBookCover: later(async () => (await import('./upload-book-cover.ts')).handleUploadBookCover),
  chooseBookPageCover: later(async () => (await import('./choose-book-page-cover.ts')).handleChooseBookPageCover),
  selectBookCoverSource: later(async () => (await import('./select-book-cover-source.ts')).handleSelectBookCoverSource),
  listBookCovers: later(async () => (await import('./list-book-covers.ts')).handleListBookCovers),
  selectBookCover: later(async () => (await import('./select-book-cover.ts')).handleSelectBookCover),
  resetBookCover: later(async () => (await import('./reset-book-cover.ts')).handleResetBookCover),
  deleteBookCover: later(async () => (await import('./delete-book-cover.ts')).handleDeleteBookCover),
  getBookCoverImage: later(async () => (await import('./get-book-cover-image.ts')).handleGetBookCoverImage),
  uploadSeriesCover: later(async () => (await import('./upload-series-cover.ts')).handleUploadSeriesCover),
  selectSeriesCoverSource: later(
    async () => (await import('./select-series-cover-source.ts')).handleSelectSeriesCoverSource,
  ),
  listSeriesCovers: later(async () => (await import('./list-series-covers.ts')).handleListSeriesCovers),
  selectSeriesCover: later(async () => (await import('./select-series-cover.ts')).handleSelectSeriesCover),
  resetSeriesCover: later(async () => (await import('./reset-series-cover.ts')).handleResetSeriesCover),
  deleteSeriesCover: later(async () => (await import('./delete-series-cover.ts')).handleDeleteSeriesCover),
  getSeriesCoverImage: later(async () => (await import('./get-series-cover-image.ts')).handleGetSeriesCoverImage),
  generateBookThumbnails: later(
    async () => (await import('./generate-book-thumbnails.ts')).handleGenerateBookThumbnails,
  ),
  generateBookThumbnail: later(async () => (await import('./generate-book-thumbnail.ts')).handleGenerateBookThumbnail),
  generateLibraryBookThumbnails: later(
    async () => (await import('./generate-library-book-thumbnails.ts')).handleGenerateLibraryBookThumbnails,
  ),
  generateSeriesThumbnails: later(
    async () => (await import('./generate-series-thumbnails.ts')).handleGenerateSeriesThumbnails,
  ),
  generateSeriesThumbnail: later(
    async () => (await import('./generate-series-thumbnail.ts')).handleGenerateSeriesThumbnail,
  ),
  generateLibrarySeriesThumbnails: later(
    async () => (await import('./generate-library-series-thumbnails.ts')).handleGenerateLibrarySeriesThumbnails,
  ),
};
