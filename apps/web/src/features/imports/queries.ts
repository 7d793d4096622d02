import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { ImportState } from '@lectern/contract';
import { request } from '#lib/api.ts';

/** Which files, as in the address. */
export interface ImportsFilter {
  /** Absent for those that wait for a decision. */
  readonly state?: Exclude<ImportState, 'waiting'>;
  /** From 1; absent on the first page. */
  readonly page?: number;
}

export interface ImportsListProps {
  readonly filter: ImportsFilter;
  readonly onFilter: (filter: ImportsFilter) => void;
}

const PAGE_SIZE = 50;
/** Looks find files by themselves, and other admins decide, too. */
const QUIET_MS = 10_000;
const BUSY_MS = 1_000;

export const importStatusQuery = (isBusy: boolean) =>
  queryOptions({
    queryKey: ['getImportStatus'],
    queryFn: async ({ signal }) => request('getImportStatus', { signal }),
    refetchInterval: isBusy ? BUSY_MS : QUIET_MS,
  });

export const importsQuery = ({ state: chosen, page = 1 }: ImportsFilter, isBusy: boolean) => {
  const state = chosen ?? 'waiting';
  return queryOptions({
    queryKey: ['listImports', { state, page }],
    queryFn: async ({ signal }) => request('listImports', { query: { state, page, pageSize: PAGE_SIZE }, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: isBusy ? BUSY_MS : QUIET_MS,
  });
};
