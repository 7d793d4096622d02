import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { request } from '#lib/api.ts';

/** Filter of the bin in the address. */
export interface BinFilter {
  /** Absent for books. */
  readonly kind?: 'series';
  readonly library?: string;
  readonly q?: string;
  /** From 1; absent on the first page. */
  readonly page?: number;
}

export interface BinListProps {
  readonly filter: BinFilter;
  readonly onFilter: (filter: BinFilter) => void;
}

const PAGE_SIZE = 50;

function toQuery({ library, q, page = 1 }: BinFilter) {
  return {
    page,
    pageSize: PAGE_SIZE,
    ...(library === undefined ? {} : { libraryId: library }),
    ...(q === undefined ? {} : { search: q }),
  };
}

export const binnedBooksQuery = (filter: BinFilter) =>
  queryOptions({
    queryKey: ['listBinnedBooks', { libraryId: filter.library, q: filter.q, page: filter.page }],
    queryFn: async ({ signal }) => request('listBinnedBooks', { query: toQuery(filter), signal }),
    placeholderData: keepPreviousData,
  });

export const binnedSeriesQuery = (filter: BinFilter) =>
  queryOptions({
    queryKey: ['listBinnedSeries', { libraryId: filter.library, q: filter.q, page: filter.page }],
    queryFn: async ({ signal }) => request('listBinnedSeries', { query: toQuery(filter), signal }),
    placeholderData: keepPreviousData,
  });
