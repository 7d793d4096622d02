import { queryOptions } from '@tanstack/react-query';
import type { BookErrorType } from '@lectern/contract';
import { request } from '#lib/api.ts';

/** Filter of faulty books in the address. */
export interface FaultFilter {
  readonly library?: string;
  readonly kind?: BookErrorType;
  /** Includes ignored ones. */
  readonly ignored?: true;
  /** From 1; absent on the first page. */
  readonly page?: number;
}

const FAULTS_PAGE = 100;

/** One page of unreadable books by error type. */
export const faultyBooksQuery = ({ library, kind, ignored, page = 1 }: FaultFilter) =>
  queryOptions({
    queryKey: ['listBooksWithErrors', { library, kind, ignored, page }],
    queryFn: async ({ signal }) =>
      request('listBooksWithErrors', {
        query: {
          page,
          pageSize: FAULTS_PAGE,
          ...(library === undefined ? {} : { libraryId: library }),
          ...(kind === undefined ? {} : { errorType: kind }),
          ...(ignored === undefined ? {} : { includeIgnored: 'true' as const }),
        },
        signal,
      }),
  });

/** Most duplicate groups shown. */
const GROUPS = 50;

/** Books with identical files, largest group first; hidden groups are excluded. */
export const duplicateBooksQuery = () =>
  queryOptions({
    queryKey: ['listDuplicates'],
    queryFn: async ({ signal }) => request('listDuplicates', { query: { pageSize: GROUPS }, signal }),
  });

/** Similar series; hidden groups are excluded. */
export const duplicateSeriesQuery = () =>
  queryOptions({
    queryKey: ['listDuplicateSeries'],
    queryFn: async ({ signal }) => request('listDuplicateSeries', { query: { pageSize: GROUPS }, signal }),
  });
