import { queryOptions } from '@tanstack/react-query';
import type { CatalogExport } from '@lectern/contract';
import { request } from '#lib/api.ts';

/** Poll interval while an export runs. */
const POLL_MS = 1_000;

export function isOpen({ status }: Pick<CatalogExport, 'status'>): boolean {
  return status === 'pending' || status === 'running';
}

/** Own exports, newest first; polled while one runs. */
export const exportsQuery = () =>
  queryOptions({
    queryKey: ['listExports'],
    queryFn: async ({ signal }) => (await request('listExports', { signal })).exports,
    refetchInterval: ({ state }) => (state.data?.some(isOpen) === true ? POLL_MS : false),
  });

export const exportFieldsQuery = () =>
  queryOptions({
    queryKey: ['listExportFields'],
    queryFn: async ({ signal }) => request('listExportFields', { signal }),
    staleTime: Infinity,
  });
