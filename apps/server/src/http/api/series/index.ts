import { handleGetSeries } from './get-series.ts';
import { handleListRecentlyAddedSeries } from './list-recently-added-series.ts';
import { handleListRecentlyUpdatedSeries } from './list-recently-updated-series.ts';
import { handleListSeries } from './list-series.ts';
import { handleListSeriesBooks } from './list-series-books.ts';
import { handleListSeriesInProgress } from './list-series-in-progress.ts';

export const seriesHandlers = {
  listSeries: handleListSeries,
  listSeriesInProgress: handleListSeriesInProgress,
  listRecentlyAddedSeries: handleListRecentlyAddedSeries,
  listRecentlyUpdatedSeries: handleListRecentlyUpdatedSeries,
  getSeries: handleGetSeries,
  listSeriesBooks: handleListSeriesBooks,
};
