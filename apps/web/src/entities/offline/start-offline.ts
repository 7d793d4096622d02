import { t } from '@lingui/core/macro';
import type { QueryClient } from '@tanstack/react-query';
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
import { findLastPlace, forgetLastPlace } from './last-place.ts';
import { loadKept, ownerStore, watchKeptInTabs } from './load-kept.ts';
import { putInOutbox } from './outbox.ts';
import { applyRules, refreshBooks, refreshProgress } from './refresh-kept.ts';
import { fetchUsedAssets, startWorker } from './start-worker.ts';
import { countUnsent, sendOutbox, sendSoon, stopSending } from './send-outbox.ts';
import { wakeQueue } from './wake-queue.ts';

/** Changes of the server come in bursts. */
const DEBOUNCE_MS = 3_000;

/** Sends unsent changes, and looks after the kept books of a user, until the returned function is called. */
export function startOffline(queryClient: QueryClient, userId: string): () => void {
  const leaving = new AbortController();
  const { signal } = leaving;
  ownerStore.set(userId);
  const stops = [watchKeptInTabs(), showUnsent(queryClient), sendWhenBack(queryClient), stopSending];
  const begin = async (): Promise<void> => {
    await loadKept();
    await takeLastPlace(userId);
    if (signal.aborted) return;
    sendSoon(0);
    if (canKeep()) stops.push(await startKeeping(queryClient, userId, signal));
  };
  // Without storage, as in a private window, nothing is kept.
  begin().catch(() => undefined);
  return () => {
    leaving.abort();
    ownerStore.set(undefined);
    keptStore.set(undefined);
    for (const stop of stops) stop();
  };
}

/** A page that was closed while the server was away left a place behind. */
async function takeLastPlace(userId: string): Promise<void> {
  const last = findLastPlace(userId);
  if (last === undefined) return;
  const { title, at, userId: _, ...place } = last;
  await putInOutbox({ title, change: { kind: 'reading', session: 'progress', ...place } }, at);
  forgetLastPlace();
}

async function startKeeping(queryClient: QueryClient, userId: string, signal: AbortSignal): Promise<() => void> {
  void showMarks().catch(() => undefined);
  const stopWorker = await startWorker();
  await unlockKept(userId);
  if (countUnsent() > 0) await askForSync();
  // The server is away: what was kept before stays.
  await keepStart(userId, signal).catch(() => undefined);
  await loadAllWords().catch(() => undefined);
  await fetchUsedAssets();
  const stopQueue = startQueue(userId);
  const stopRefresh = refreshSometimes(queryClient);
  return () => {
    stopQueue();
    stopRefresh();
    stopWorker();
  };
}

/** The first page has no words for them. */
async function showMarks(): Promise<void> {
  await loadAllWords();
  keptMarkStore.set(DrawnKeptMark);
}

/** Live updates make it stale with every change of books and progress, whatever page is open. */
const CHANGES = ['listBooks', { kept: true }];

/** At the start, and whenever pages become stale: progress, new books and changed files come as live updates. */
function refreshSometimes(queryClient: QueryClient): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  queryClient.setQueryDefaults(CHANGES, { gcTime: Infinity });
  queryClient.setQueryData(CHANGES, 0);
  const refresh = async (): Promise<void> => {
    queryClient.setQueryData(CHANGES, Date.now());
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
  let shown = new Set<string>();
  return keptStore.watch(() => {
    const outbox = keptStore.get()?.outbox ?? [];
    const added = outbox.filter(({ id, problem }) => problem === undefined && !shown.has(id));
    const sent = [...shown].filter((id) => !outbox.some((entry) => entry.id === id));
    shown = new Set(outbox.map(({ id }) => id));
    for (const entry of added) void applyChange(queryClient, entry).catch(() => undefined);
    // The answers that pages hold are older.
    if (sent.length > 0 && added.length === 0) void queryClient.invalidateQueries();
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
