import { later } from '../../later.ts';

export const listHandlers = {
  getHome: later(async () => (await import('./get-home.ts')).handleGetHome),
  listBookGroups: later(async () => (await import('./list-book-groups.ts')).handleListBookGroups),
  listFilteredBooks: later(async () => (await import('./list-filtered-books.ts')).handleListFilteredBooks),
  listFilteredSeries: later(async () => (await import('./list-filtered-series.ts')).handleListFilteredSeries),
  listLibraryBooks: later(async () => (await import('./list-library-books.ts')).handleListLibraryBooks),
  listLibraryBooksInProgress: later(
    async () => (await import('./list-library-books-in-progress.ts')).handleListLibraryBooksInProgress,
  ),
  listLibraryOnDeck: later(async () => (await import('./list-library-on-deck.ts')).handleListLibraryOnDeck),
  listLibraryRecentlyAddedBooks: later(
    async () => (await import('./list-library-recently-added-books.ts')).handleListLibraryRecentlyAddedBooks,
  ),
  listLibraryRecentlyAddedSeries: later(
    async () => (await import('./list-library-recently-added-series.ts')).handleListLibraryRecentlyAddedSeries,
  ),
  listLibraryRecentlyReadBooks: later(
    async () => (await import('./list-library-recently-read-books.ts')).handleListLibraryRecentlyReadBooks,
  ),
  listLibraryRecentlyUpdatedSeries: later(
    async () => (await import('./list-library-recently-updated-series.ts')).handleListLibraryRecentlyUpdatedSeries,
  ),
  listLibrarySeries: later(async () => (await import('./list-library-series.ts')).handleListLibrarySeries),
  listLibrarySeriesInProgress: later(
    async () => (await import('./list-library-series-in-progress.ts')).handleListLibrarySeriesInProgress,
  ),
  listSeriesGroups: later(async () => (await import('./list-series-groups.ts')).handleListSeriesGroups),
};
