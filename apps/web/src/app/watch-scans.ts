import type { ScanStatus } from '@lectern/contract';
import { type QueryClient, QueryObserver } from '@tanstack/react-query';
import { activeScansQuery, scanStatusQuery } from '#entities/scan/queries.ts';
import { scanResult } from '#entities/scan/scan-words.ts';
import { addressOf } from '#lib/api.ts';
import { showToast } from '#ui/toast.tsx';
import { type EventStream, openEventStream } from './event-stream.ts';
import { isActive, isScanProgress, scanOf, withScan } from './scan-updates.ts';
import type { Watch } from './watch-changes.ts';

/** Follows running scans; without one it holds no connection. */
export function watchScans(queryClient: QueryClient): Watch {
  let stream: EventStream | undefined;
  let unobserve: (() => void) | undefined;

  const listen = () => {
    stream ??= openEventStream({
      address: addressOf('', 'streamScans'),
      names: ['scan_progress'],
      onEvent: (event) => {
        if (isScanProgress(event)) takeScan(queryClient, scanOf(event));
      },
      onOpen: () => {
        // whatever ended between the list and this stream
        void queryClient.invalidateQueries({ queryKey: activeScansQuery().queryKey });
      },
      // the stream of changes tells whether the server is there
      onDown: () => undefined,
    });
  };
  const silence = () => {
    stream?.close();
    stream = undefined;
  };
  return {
    open: () => {
      unobserve ??= new QueryObserver(queryClient, activeScansQuery()).subscribe(({ data }) => {
        if (data === undefined || data.length === 0) silence();
        else listen();
      });
    },
    close: () => {
      unobserve?.();
      unobserve = undefined;
      silence();
    },
  };
}

function takeScan(queryClient: QueryClient, scan: ScanStatus): void {
  const held = queryClient.getQueryData(activeScansQuery().queryKey) ?? [];
  const wasActive = held.some(({ taskId }) => taskId === scan.taskId);
  queryClient.setQueryData(activeScansQuery().queryKey, withScan(held, scan));
  queryClient.setQueryData(scanStatusQuery(scan.libraryId).queryKey, scan);
  if (isActive(scan) || !wasActive) return;
  showToast(scanResult(scan));
  void queryClient.invalidateQueries({ predicate: ({ queryKey: [name] }) => String(name).startsWith('list') });
  void queryClient.invalidateQueries({ queryKey: ['getLibrary'] });
}
