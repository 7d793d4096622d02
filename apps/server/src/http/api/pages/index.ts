import { handleGetBookManifest } from './get-book-manifest.ts';
import { handleGetBookPage } from './get-book-page.ts';
import { handleGetBookPositions } from './get-book-positions.ts';
import { handleGetBookResource } from './get-book-resource.ts';
import { handleListBookPages } from './list-book-pages.ts';

export const pageHandlers = {
  listBookPages: handleListBookPages,
  getBookPage: handleGetBookPage,
  getBookManifest: handleGetBookManifest,
  getBookPositions: handleGetBookPositions,
  getBookResource: handleGetBookResource,
};
