import { queryOptions } from '@tanstack/react-query';
import type { CatalogExport } from '@lectern/contract';
import { request } from '#lib/api.ts';

/** How often a file is looked at that is being made. */
const AGAIN_MS = 1_000;

/** Whether it is still being made. */
export function isOpen({ status }: Pick<CatalogExport, 'status'>): boolean {
  return status === 'pending' || status === 'running';
}

/** One's own exports, newest first; looked at again and again while one is being made. */
export const exportsQuery = () =>
  queryOptions({
    queryKey: ['listExports'],
    queryFn: async ({ signal }) => (await request('listExports', { signal })).exports,
    refetchInterval: ({ state }) => (state.data?.some(isOpen) === true ? AGAIN_MS : false),
  });

/** What can be exported. */
export const exportFieldsQuery = () =>
  queryOptions({
    queryKey: ['listExportFields'],
    queryFn: async ({ signal }) => request('listExportFields', { signal }),
    staleTime: Infinity,
  });
