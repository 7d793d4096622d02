import { handleSearch } from './search.ts';
import { handleSearchSeries } from './search-series.ts';

export const searchHandlers = {
  search: handleSearch,
  searchSeries: handleSearchSeries,
};
