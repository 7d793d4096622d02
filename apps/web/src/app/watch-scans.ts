import type { ScanStatus } from '@lectern/contract';
import { type QueryClient, QueryObserver } from '@tanstack/react-query';
import { activeScansQuery, scanStatusQuery } from '#entities/scan/queries.ts';
import { buildAddress } from '#lib/api.ts';
import { showToast } from '#ui/feedback/toast.tsx';
import { type EventStream, openEventStream } from '#lib/event-stream.ts';
import { isActive, isScanProgress, toScanStatus, withScan } from './scan-updates.ts';
import type { Watch } from './watch-changes.ts';

/** Toasts the result of a scan; the text is a lazy chunk. */
async function sayEnd(scan: ScanStatus): Promise<void> {
  const { scanResult } = await import('#entities/scan/scan-words.ts');
  showToast(scanResult(scan));
}

/** Follows running scans; holds no connection while none runs. */
export function watchScans(queryClient: QueryClient): Watch {
  let stream: EventStream | undefined;
  let unobserve: (() => void) | undefined;
  let held: readonly ScanStatus[] = [];
  /** Tasks whose end was already reported, by the stream or by its absence from the list. */
  const told = new Set<string>();

  const tellEnd = (scan: ScanStatus) => {
    if (told.has(scan.taskId)) return;
    told.add(scan.taskId);
    void sayEnd(scan);
    void queryClient.invalidateQueries({ predicate: ({ queryKey: [name] }) => String(name).startsWith('list') });
    void queryClient.invalidateQueries({ queryKey: ['getLibrary'] });
  };
  const take = (scan: ScanStatus) => {
    const list = queryClient.getQueryData(activeScansQuery().queryKey) ?? [];
    const wasActive = list.some(({ taskId }) => taskId === scan.taskId);
    queryClient.setQueryData(activeScansQuery().queryKey, withScan(list, scan));
    queryClient.setQueryData(scanStatusQuery(scan.libraryId).queryKey, scan);
    if (wasActive && !isActive(scan)) tellEnd(scan);
  };
  /** A scan may end before the stream is open, so its result is fetched. */
  const askForEnd = async ({ taskId, libraryId }: ScanStatus) => {
    if (told.has(taskId)) return;
    const scan = await queryClient.query({ ...scanStatusQuery(libraryId), staleTime: 0 });
    if (scan?.taskId === taskId && !isActive(scan)) tellEnd(scan);
  };

  const listen = () => {
    stream ??= openEventStream({
      address: () => buildAddress('streamScans'),
      names: ['scan_progress'],
      onEvent: (event) => {
        if (isScanProgress(event)) take(toScanStatus(event));
      },
      onOpen: () => {
        // scans that ended between the list request and the stream
        void queryClient.invalidateQueries({ queryKey: activeScansQuery().queryKey });
      },
      // the change stream already reports a lost connection
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
        const gone = held.filter(({ taskId }) => data?.every((scan) => scan.taskId !== taskId) === true);
        held = data ?? held;
        // a failed request is not worth a toast: the page shows its own error
        for (const scan of gone) askForEnd(scan).catch(() => undefined);
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
