import { handleGetHome } from './get-home.ts';
import { handleListBookGroups } from './list-book-groups.ts';
import { handleListFilteredBooks } from './list-filtered-books.ts';
import { handleListFilteredSeries } from './list-filtered-series.ts';
import { handleListLibraryBooks } from './list-library-books.ts';
import { handleListLibraryBooksInProgress } from './list-library-books-in-progress.ts';
import { handleListLibraryOnDeck } from './list-library-on-deck.ts';
import { handleListLibraryRecentlyAddedBooks } from './list-library-recently-added-books.ts';
import { handleListLibraryRecentlyAddedSeries } from './list-library-recently-added-series.ts';
import { handleListLibraryRecentlyReadBooks } from './list-library-recently-read-books.ts';
import { handleListLibraryRecentlyUpdatedSeries } from './list-library-recently-updated-series.ts';
import { handleListLibrarySeries } from './list-library-series.ts';
import { handleListLibrarySeriesInProgress } from './list-library-series-in-progress.ts';
import { handleListSeriesGroups } from './list-series-groups.ts';

export const listHandlers = {
  getHome: handleGetHome,
  listBookGroups: handleListBookGroups,
  listFilteredBooks: handleListFilteredBooks,
  listFilteredSeries: handleListFilteredSeries,
  listLibraryBooks: handleListLibraryBooks,
  listLibraryBooksInProgress: handleListLibraryBooksInProgress,
  listLibraryOnDeck: handleListLibraryOnDeck,
  listLibraryRecentlyAddedBooks: handleListLibraryRecentlyAddedBooks,
  listLibraryRecentlyAddedSeries: handleListLibraryRecentlyAddedSeries,
  listLibraryRecentlyReadBooks: handleListLibraryRecentlyReadBooks,
  listLibraryRecentlyUpdatedSeries: handleListLibraryRecentlyUpdatedSeries,
  listLibrarySeries: handleListLibrarySeries,
  listLibrarySeriesInProgress: handleListLibrarySeriesInProgress,
  listSeriesGroups: handleListSeriesGroups,
};
