import { later } from '../../later.ts';

export const bookHandlers = {
  listBooks: later(async () => (await import('./list-books.ts')).handleListBooks),
  listBooksInProgress: later(async () => (await import('./list-books-in-progress.ts')).handleListBooksInProgress),
  listOnDeck: later(async () => (await import('./list-on-deck.ts')).handleListOnDeck),
  listRecentlyAddedBooks: later(
    async () => (await import('./list-recently-added-books.ts')).handleListRecentlyAddedBooks,
  ),
  listRecentlyReadBooks: later(async () => (await import('./list-recently-read-books.ts')).handleListRecentlyReadBooks),
  listBooksWithErrors: later(async () => (await import('./list-books-with-errors.ts')).handleListBooksWithErrors),
  getBook: later(async () => (await import('./get-book.ts')).handleGetBook),
  getAdjacentBooks: later(async () => (await import('./get-adjacent-books.ts')).handleGetAdjacentBooks),
  ignoreBookErrors: later(async () => (await import('./ignore-book-errors.ts')).handleIgnoreBookErrors),
  unignoreBookErrors: later(async () => (await import('./unignore-book-errors.ts')).handleUnignoreBookErrors),
  retryBook: later(async () => (await import('./retry-book.ts')).handleRetryBook),
  retryAllErrors: later(async () => (await import('./retry-all-errors.ts')).handleRetryAllErrors),
};
