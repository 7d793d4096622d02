import { t } from '@lingui/core/macro';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { Library, ScanMode, ScanStatus, Series } from '@lectern/contract';
import { hasStatus, request } from '#lib/api.ts';
import { problemSentence } from '#lib/problem.ts';
import { showToast } from '#ui/feedback/toast.tsx';

const HISTORY_PAGE = 20;
const REMOVALS_PAGE = 100;

/** Waiting and running scans, updated by the scan stream. */
export const activeScansQuery = () =>
  queryOptions({
    queryKey: ['listActiveScans'],
    queryFn: async ({ signal }) => request('listActiveScans', { signal }),
  });

/** The running scan of a library, else the last; null before the first scan. */
export const scanStatusQuery = (libraryId: string) =>
  queryOptions({
    queryKey: ['getScanStatus', { libraryId }],
    queryFn: async ({ signal }) => {
      try {
        return await request('getScanStatus', { params: { id: libraryId }, signal });
      } catch (error) {
        if (hasStatus(error, 404)) return null;
        throw error;
      }
    },
  });

/** Poll interval: shows automatic scans, and answers of other admins. */
const WATCH_MS = 5000;

/** Polls the status for pages that need an answer. */
export const watchedScanQuery = (libraryId: string, everyMs = WATCH_MS) =>
  queryOptions({ ...scanStatusQuery(libraryId), refetchInterval: everyMs });

/** Finished and waiting scans of a library, newest first; `page` from 1. */
export const scanHistoryQuery = (libraryId: string, page: number) =>
  queryOptions({
    queryKey: ['listTasks', { libraryId, taskType: 'scan_library', page }],
    queryFn: async ({ signal }) =>
      request('listTasks', {
        query: { libraryId, taskType: 'scan_library', page, pageSize: HISTORY_PAGE },
        signal,
      }),
  });

/** Books whose removal a scan held back, by series; `page` from 1. */
export const removalsQuery = (libraryId: string, page: number) =>
  queryOptions({
    queryKey: ['listRemovals', { libraryId, page }],
    queryFn: async ({ signal }) =>
      request('listRemovals', { params: { id: libraryId }, query: { page, pageSize: REMOVALS_PAGE }, signal }),
  });

/** Starts a scan of one library and adds it to the active scans. */
export function useStartScan(library: Pick<Library, 'id' | 'name'>) {
  return useScanStart(library.name, async (mode: ScanMode) =>
    request('startScan', { params: { id: library.id }, query: { mode } }),
  );
}

/** Scans one folder; the path is relative to the library. */
export function useStartFolderScan(library: Pick<Library, 'id' | 'name'>) {
  return useScanStart(library.name, async (path: string) =>
    request('startScan', { params: { id: library.id }, query: { mode: 'normal', path } }),
  );
}

export function useStartSeriesScan({ id, libraryName }: Pick<Series, 'id' | 'libraryName'>) {
  return useScanStart(libraryName, async (mode: ScanMode) =>
    request('startSeriesScan', { params: { id }, query: { mode } }),
  );
}

function useScanStart<Wanted>(libraryName: string, start: (wanted: Wanted) => Promise<ScanStatus>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: start,
    onSuccess: (scan) => {
      // added at once, so that even a very short scan reports its end
      queryClient.setQueryData(activeScansQuery().queryKey, (scans = []) => [
        ...scans.filter(({ taskId }) => taskId !== scan.taskId),
        scan,
      ]);
      void queryClient.invalidateQueries({ queryKey: activeScansQuery().queryKey });
    },
    onError: (error) =>
      showToast(
        hasStatus(error, 409)
          ? t`${libraryName} is already being scanned. Wait until the scan ends, or stop it.`
          : problemSentence(error),
      ),
  });
}

/** Keeps what the scan found so far. */
export function useCancelScan(libraryId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async () => request('cancelScan', { params: { id: libraryId } }),
    onSettled: () => void queryClient.invalidateQueries({ queryKey: activeScansQuery().queryKey }),
    onError: (error) => showToast(problemSentence(error)),
  });
}
