import { queryOptions } from '@tanstack/react-query';
import type { BookErrorType } from '@lectern/contract';
import { request } from '#lib/api.ts';

/** Which books with errors are shown, as the address of the page says it; what is absent does not matter. */
export interface FaultFilter {
  /** Id of a library. */
  readonly library?: string;
  readonly kind?: BookErrorType;
  /** Also what somebody ignores. */
  readonly ignored?: true;
  /** From 1, which is left out. */
  readonly page?: number;
}

const FAULTS_PAGE = 100;

/** Books that cannot be read, by kind of fault, page by page. */
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

/** How many groups of duplicates are shown: more nobody looks through in one sitting. */
const GROUPS = 50;

/** Books whose files are the same, the largest groups first; those that were hidden are left out. */
export const duplicateBooksQuery = () =>
  queryOptions({
    queryKey: ['listDuplicates'],
    queryFn: async ({ signal }) => request('listDuplicates', { query: { pageSize: GROUPS }, signal }),
  });

/** Series that look like one and the same; those that were hidden are left out. */
export const duplicateSeriesQuery = () =>
  queryOptions({
    queryKey: ['listDuplicateSeries'],
    queryFn: async ({ signal }) => request('listDuplicateSeries', { query: { pageSize: GROUPS }, signal }),
  });
