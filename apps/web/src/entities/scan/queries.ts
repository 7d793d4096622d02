import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { Library, ScanMode } from '@lectern/contract';
import { hasStatus, request } from '#lib/api.ts';
import { problemSentence } from '#lib/problem.ts';
import { showToast } from '#ui/toast.tsx';

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

/** Starts a scan of one library, which then shows up among the active ones. */
export function useStartScan(library: Library) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (mode: ScanMode) => request('startScan', { params: { id: library.id }, query: { mode } }),
    onSuccess: (scan) => {
      // known at once, so that its end is noticed however soon it comes
      queryClient.setQueryData(activeScansQuery().queryKey, (scans = []) => [
        ...scans.filter(({ taskId }) => taskId !== scan.taskId),
        scan,
      ]);
      void queryClient.invalidateQueries({ queryKey: activeScansQuery().queryKey });
    },
    onError: (error) => showToast(problemSentence(error)),
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
