import { t } from '@lingui/core/macro';
import type { QueryClient } from '@tanstack/react-query';
import { request } from '#lib/api.ts';
import { connectionStore } from '#lib/connection.ts';
import { loadAllWords } from '#lib/words.ts';
import { showToast } from '#ui/feedback/toast.tsx';
import { applyChange } from './apply-change.ts';
import { askForSync } from './background-sync.ts';
import { DrawnKeptMark } from './drawn-kept-mark.tsx';
import { canKeep, keepStart, unlockKept } from './kept-cache.ts';
import { keptMarkStore } from './kept-mark.tsx';
import { keptStore } from './kept-store.ts';
import { startQueue } from './keep-queue.ts';
import { loadKept, watchKeptInTabs } from './load-kept.ts';
import { knownBooks, takeLastPlaces, wasTakenBack } from './outbox.ts';
import { findBooks } from './patch-books.ts';
import { applyRules, refreshBooks, refreshProgress } from './refresh-kept.ts';
import { fetchUsedAssets, startWorker } from './start-worker.ts';
import { countUnsent, sendOutbox, sendSoon, stopSending } from './send-outbox.ts';
import { wakeQueue } from './wake-queue.ts';

/** Changes of the server come in bursts. */
const DEBOUNCE_MS = 3_000;

/** Sends unsent changes, and looks after the kept books of the owner, until the returned function is called. */
export function startOffline(queryClient: QueryClient, userId: string): () => void {
  const leaving = new AbortController();
  const { signal } = leaving;
  knownBooks.set(() => findBooks(queryClient));
  const stops = [watchKeptInTabs(), showUnsent(queryClient), sendWhenBack(queryClient), stopSending];
  const begin = async (): Promise<void> => {
    await loadKept();
    if (!signal.aborted) await takeLastPlaces();
    if (signal.aborted) return;
    sendSoon(0);
    if (canKeep()) await startKeeping(queryClient, userId, signal);
  };
  // Without storage, as in a private window, nothing is kept.
  begin().catch(() => undefined);
  return () => {
    leaving.abort();
    for (const stop of stops) stop();
  };
}

/** Runs until the signal, which may come while it starts. */
async function startKeeping(queryClient: QueryClient, userId: string, signal: AbortSignal): Promise<void> {
  const onLeaving = (stop: () => void) => {
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop);
    signal.throwIfAborted();
  };
  void showMarks().catch(() => undefined);
  onLeaving(await startWorker());
  await unlockKept(userId);
  signal.throwIfAborted();
  if (countUnsent() > 0) await askForSync();
  // The server is away: what was kept before stays.
  await keepStart(userId, signal).catch(() => undefined);
  await loadAllWords().catch(() => undefined);
  await fetchUsedAssets();
  signal.throwIfAborted();
  onLeaving(startQueue(userId));
  onLeaving(refreshSometimes(queryClient, userId));
}

/** The first page has no words for them. */
async function showMarks(): Promise<void> {
  await loadAllWords();
  keptMarkStore.set(DrawnKeptMark);
}

/** Live updates make it stale with every change of books and progress, whatever page is open. */
const CHANGES = ['listBooks', { kept: true }];

/** At the start, and whenever pages become stale: progress, new books and changed files come as live updates. */
function refreshSometimes(queryClient: QueryClient, userId: string): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  queryClient.setQueryDefaults(CHANGES, { gcTime: Infinity });
  queryClient.setQueryData(CHANGES, 0);
  const refresh = async (): Promise<void> => {
    queryClient.setQueryData(CHANGES, Date.now());
    // Another tab may have begun a view of an account that sees less: its answers say nothing of these books.
    if ((await request('getCurrentUser', {})).id !== userId) return;
    await refreshProgress();
    await applyRules();
    sayRefreshed(await refreshBooks());
  };
  const soon = () => {
    const kept = keptStore.get();
    if (kept === undefined || (kept.books.size === 0 && kept.rules.length === 0)) return;
    clearTimeout(timer);
    // The server is away: the next change of it, or its return, asks again.
    timer = setTimeout(() => void refresh().catch(() => undefined), DEBOUNCE_MS);
  };
  soon();
  const unwatch = queryClient.getQueryCache().subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'invalidate') soon();
  });
  return () => {
    clearTimeout(timer);
    unwatch();
  };
}

function sayRefreshed({ changed, gone }: Awaited<ReturnType<typeof refreshBooks>>): void {
  for (const title of changed) showToast(t`“${title}” changed on the server. This device fetches it again.`);
  for (const title of gone) showToast(t`“${title}” is no longer on the server, and was removed from this device.`);
}

/** Pages show a change at once, before the server has it. */
function showUnsent(queryClient: QueryClient): () => void {
  const shown = new Map<string, () => void>();
  return keptStore.watch(() => {
    const outbox = keptStore.get()?.outbox ?? [];
    const gone = [...shown].filter(([id]) => !outbox.some((entry) => entry.id === id));
    for (const [id, restore] of gone) {
      shown.delete(id);
      if (wasTakenBack(id)) restore();
    }
    const added = outbox.filter(({ id, problem }) => problem === undefined && !shown.has(id));
    for (const entry of added) shown.set(entry.id, applyChange(queryClient, entry));
    // The answers that pages hold are older.
    if (gone.length > 0 && added.length === 0) void queryClient.invalidateQueries();
  });
}

function sendWhenBack(queryClient: QueryClient): () => void {
  const back = () => {
    if (connectionStore.get().away) return;
    void sendOutbox().catch(() => sendSoon());
    wakeQueue();
  };
  const online = () => {
    void sendOutbox().catch(() => sendSoon());
    wakeQueue();
    void queryClient.invalidateQueries({ queryKey: ['getProgress'] });
  };
  addEventListener('online', online);
  const unwatch = connectionStore.watch(back);
  return () => {
    removeEventListener('online', online);
    unwatch();
  };
}
