import { handleGetBookPage } from './get-book-page.ts';
import { handleListBookPages } from './list-book-pages.ts';

export const pageHandlers = {
  listBookPages: handleListBookPages,
  getBookPage: handleGetBookPage,
};
