import { later } from '../../later.ts';

export const searchHandlers = {
  search: later(async () => (await import('./search.ts')).handleSearch),
  searchSeries: later(async () => (await import('./search-series.ts')).handleSearchSeries),
};
