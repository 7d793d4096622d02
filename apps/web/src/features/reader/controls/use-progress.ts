import { addressOf, fetchSignedIn } from '#lib/api.ts';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import type { RouteName } from '@lectern/contract';
import { useCallback, useEffect, useRef } from 'react';
import { createProgressQueue, type ProgressMark, type ProgressQueue } from '../engine/progress-queue.ts';

const DELAY_MS = 1500;
const RETRY_MS = 5000;

/** Cached answers that say where the reader is. */
const ANSWERS: ReadonlySet<unknown> = new Set<RouteName>([
  'getBook',
  'getProgress',
  'getSeries',
  'listBooks',
  'getHome',
  'getReadListProgress',
  'listCurrentlyReading',
  'listReadListBooks',
  'listWantToRead',
  'listRecentlyReadBooks',
  'listSeries',
  'listSeriesBooks',
  'listSeriesInProgress',
]);

async function send(bookId: string, mark: ProgressMark, keepalive: boolean): Promise<'stored' | 'retry' | 'refused'> {
  try {
    // the typed client has no keepalive, which lets the request outlive the page
    const response = await fetchSignedIn(addressOf('', 'saveProgress', { id: bookId }), {
      method: 'PUT',
      keepalive,
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify(mark),
    });
    if (response.ok) return 'stored';
    return response.status >= 500 || response.status === 429 ? 'retry' : 'refused';
  } catch {
    return 'retry';
  }
}

function openQueue(bookId: string, client: QueryClient): ProgressQueue {
  return createProgressQueue({
    send: async (mark, keepalive) => {
      const outcome = await send(bookId, mark, keepalive);
      // asked for again by the next screen that shows them, not while one reads
      const isPlace = ({ queryKey }: { readonly queryKey: readonly unknown[] }) => ANSWERS.has(queryKey[0]);
      if (outcome === 'stored') void client.invalidateQueries({ predicate: isPlace, refetchType: 'none' });
      return outcome;
    },
    delayMs: DELAY_MS,
    retryMs: RETRY_MS,
    setTimer: (run, delayMs) => window.setTimeout(run, delayMs),
    clearTimer: (timer) => window.clearTimeout(timer),
  });
}

/** Takes marks as reading goes on and stores them now and then; in incognito they go nowhere. */
export function useProgress(bookId: string, isIncognito: boolean): (mark: ProgressMark) => void {
  const client = useQueryClient();
  const queue = useRef<ProgressQueue>(undefined);
  useEffect(() => {
    if (isIncognito) return undefined;
    const opened = openQueue(bookId, client);
    queue.current = opened;
    const leave = () => opened.flush(true);
    const hide = () => {
      if (document.visibilityState === 'hidden') opened.flush(true);
    };
    const online = () => opened.flush(false);
    window.addEventListener('pagehide', leave);
    window.addEventListener('online', online);
    document.addEventListener('visibilitychange', hide);
    return () => {
      window.removeEventListener('pagehide', leave);
      window.removeEventListener('online', online);
      document.removeEventListener('visibilitychange', hide);
      opened.close();
      queue.current = undefined;
    };
  }, [bookId, isIncognito, client]);
  return useCallback((mark) => queue.current?.push(mark), []);
}
