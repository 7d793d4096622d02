import { handleGetAdjacentBooks } from './get-adjacent-books.ts';
import { handleGetBook } from './get-book.ts';
import { handleIgnoreBookErrors } from './ignore-book-errors.ts';
import { handleListBooks } from './list-books.ts';
import { handleListBooksInProgress } from './list-books-in-progress.ts';
import { handleListBooksWithErrors } from './list-books-with-errors.ts';
import { handleListOnDeck } from './list-on-deck.ts';
import { handleListRecentlyAddedBooks } from './list-recently-added-books.ts';
import { handleListRecentlyReadBooks } from './list-recently-read-books.ts';
import { handleRetryAllErrors } from './retry-all-errors.ts';
import { handleRetryBook } from './retry-book.ts';
import { handleUnignoreBookErrors } from './unignore-book-errors.ts';

export const bookHandlers = {
  listBooks: handleListBooks,
  listBooksInProgress: handleListBooksInProgress,
  listOnDeck: handleListOnDeck,
  listRecentlyAddedBooks: handleListRecentlyAddedBooks,
  listRecentlyReadBooks: handleListRecentlyReadBooks,
  listBooksWithErrors: handleListBooksWithErrors,
  getBook: handleGetBook,
  getAdjacentBooks: handleGetAdjacentBooks,
  ignoreBookErrors: handleIgnoreBookErrors,
  unignoreBookErrors: handleUnignoreBookErrors,
  retryBook: handleRetryBook,
  retryAllErrors: handleRetryAllErrors,
};
