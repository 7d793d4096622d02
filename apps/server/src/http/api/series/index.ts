import { later } from '../../later.ts';

export const seriesHandlers = {
  listSeries: later(async () => (await import('./list-series.ts')).handleListSeries),
  listSeriesInProgress: later(async () => (await import('./list-series-in-progress.ts')).handleListSeriesInProgress),
  listRecentlyAddedSeries: later(
    async () => (await import('./list-recently-added-series.ts')).handleListRecentlyAddedSeries,
  ),
  listRecentlyUpdatedSeries: later(
    async () => (await import('./list-recently-updated-series.ts')).handleListRecentlyUpdatedSeries,
  ),
  getSeries: later(async () => (await import('./get-series.ts')).handleGetSeries),
  listSeriesBooks: later(async () => (await import('./list-series-books.ts')).handleListSeriesBooks),
};
