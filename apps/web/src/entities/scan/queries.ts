import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { Library, ScanMode, ScanStatus, Series } from '@lectern/contract';
import { hasStatus, request } from '#lib/api.ts';
import { problemSentence } from '#lib/problem.ts';
import { showToast } from '#ui/feedback/toast.tsx';

const HISTORY_PAGE = 20;
const REMOVALS_PAGE = 100;

/** Scans that wait or run; the scan stream keeps it up to date while there are any. */
export const activeScansQuery = () =>
  queryOptions({
    queryKey: ['listActiveScans'],
    queryFn: async ({ signal }) => request('listActiveScans', { signal }),
  });

/** The running scan of a library, else its last one; null when it was never scanned. */
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

/** A page hears of scans that begin by themselves, and of answers that somebody else gave, after so long at most. */
const WATCH_MS = 5000;

/** The same, looked at again and again: for those who have to act on it. */
export const watchedScanQuery = (libraryId: string, everyMs = WATCH_MS) =>
  queryOptions({ ...scanStatusQuery(libraryId), refetchInterval: everyMs });

/** The scans of a library that ended or wait, newest first, as far as they are remembered; `page` from 1. */
export const scanHistoryQuery = (libraryId: string, page: number) =>
  queryOptions({
    queryKey: ['listTasks', { libraryId, taskType: 'scan_library', page }],
    queryFn: async ({ signal }) =>
      request('listTasks', {
        query: { libraryId, taskType: 'scan_library', page, pageSize: HISTORY_PAGE },
        signal,
      }),
  });

/** Books whose removal a scan of a library held back, by series; `page` from 1. */
export const removalsQuery = (libraryId: string, page: number) =>
  queryOptions({
    queryKey: ['listRemovals', { libraryId, page }],
    queryFn: async ({ signal }) =>
      request('listRemovals', { params: { id: libraryId }, query: { page, pageSize: REMOVALS_PAGE }, signal }),
  });

/** Starts a scan of one library, which then shows up among the active ones. */
export function useStartScan(library: Pick<Library, 'id' | 'name'>) {
  return useScanStart(library.name, async (mode: ScanMode) =>
    request('startScan', { params: { id: library.id }, query: { mode } }),
  );
}

/** Starts a scan of what lies below one folder of a library; the path is relative to the library's folder. */
export function useStartFolderScan(library: Pick<Library, 'id' | 'name'>) {
  return useScanStart(library.name, async (path: string) =>
    request('startScan', { params: { id: library.id }, query: { mode: 'normal', path } }),
  );
}

/** Starts a scan of the folder in which the books of one series are. */
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
      // known at once, so that its end is noticed however soon it comes
      queryClient.setQueryData(activeScansQuery().queryKey, (scans = []) => [
        ...scans.filter(({ taskId }) => taskId !== scan.taskId),
        scan,
      ]);
      void queryClient.invalidateQueries({ queryKey: activeScansQuery().queryKey });
    },
    onError: (error) =>
      showToast(
        hasStatus(error, 409)
          ? `A scan of ${libraryName} is under way already. Wait until it ends, or stop it.`
          : problemSentence(error),
      ),
  });
}

/** Stops the running scan of one library; what it found so far stays. */
export function useCancelScan(libraryId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async () => request('cancelScan', { params: { id: libraryId } }),
    onSettled: () => void queryClient.invalidateQueries({ queryKey: activeScansQuery().queryKey }),
    onError: (error) => showToast(problemSentence(error)),
  });
}
