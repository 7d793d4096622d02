import { hasStatus, isTemporary, request } from '#lib/api.ts';
import { STORAGE_PREFIX } from '#lib/storage.ts';
import { keptStore } from './kept-store.ts';
import { announceKept, ownerStore } from './load-kept.ts';
import { openOfflineDb } from './offline-db.ts';
import { type OutboxEntry, type OutboxProblem, planBatches, toSession } from './outbox-entry.ts';

/** Readings in one request; the server takes 500. */
const AT_ONCE = 100;
const RETRY_MS = 5_000;

let timer: ReturnType<typeof setTimeout> | undefined;
let sending: Promise<void> | undefined;

/** Sends what is unsent, and tries again while the server is away. */
export function sendSoon(delayMs = RETRY_MS): void {
  clearTimeout(timer);
  timer = setTimeout(() => void sendOutbox(), delayMs);
}

export function stopSending(): void {
  clearTimeout(timer);
  timer = undefined;
}

/** Sends all changes in the order of their time. Returns when all are sent or the server does not answer. */
export async function sendOutbox(): Promise<void> {
  sending ??= inLock(deliverAll).finally(() => {
    sending = undefined;
  });
  await sending;
}

/** One tab sends at a time. Browsers offer locks on https only; without them the server recognises repeated readings. */
async function inLock(work: () => Promise<void>): Promise<void> {
  if ('locks' in navigator) await navigator.locks.request(`${STORAGE_PREFIX}outbox`, work);
  else await work();
}

async function deliverAll(): Promise<void> {
  const userId = ownerStore.get();
  if (userId === undefined) return;
  const db = await openOfflineDb();
  const entries = await db.getAllFromIndex('outbox', 'byUser', userId);
  for (const batch of planBatches(entries, AT_ONCE)) {
    if (ownerStore.get() !== userId) return;
    try {
      const problems = await deliver(batch);
      for (const entry of batch) await settle(entry, problems.get(entry.id));
    } catch (error) {
      if (isTemporary(error) || hasStatus(error, 401) || hasStatus(error, 500)) {
        sendSoon();
        return;
      }
      const problem = hasStatus(error, 404) ? 'gone' : 'refused';
      for (const entry of batch) await settle(entry, problem);
    }
  }
}

async function settle(entry: OutboxEntry, problem: OutboxProblem | undefined): Promise<void> {
  const db = await openOfflineDb();
  const tx = db.transaction('outbox', 'readwrite');
  // It may have been replaced meanwhile, and must not come back.
  const isThere = (await tx.store.getKey(entry.id)) !== undefined;
  if (isThere && problem === undefined) await tx.store.delete(entry.id);
  if (isThere && problem !== undefined) await tx.store.put({ ...entry, problem });
  await tx.done;
  await announceKept();
}

type Problems = ReadonlyMap<string, OutboxProblem>;

async function deliver(batch: readonly OutboxEntry[]): Promise<Problems> {
  const [first] = batch;
  if (first === undefined) return new Map();
  const { change } = first;
  switch (change.kind) {
    case 'reading':
      return await sendReadings(batch);
    case 'rating':
      return await sendRating(first);
    case 'want':
      await sendWant(change);
      return new Map();
  }
}

async function sendReadings(batch: readonly OutboxEntry[]): Promise<Problems> {
  const sessions = batch.map(toSession).filter((session) => session !== undefined);
  const { rejected } = await request('recordSessions', { body: { sessions } });
  return new Map(
    rejected
      .filter(({ reason }) => reason !== 'duplicate_in_batch')
      .map(({ id, reason }) => [id, reason === 'book_not_found' ? 'gone' : 'refused'] as const),
  );
}

/** A later rating of another device stays. */
async function sendRating({ id, at, change }: OutboxEntry): Promise<Problems> {
  if (change.kind !== 'rating') return new Map();
  const params = { id: change.seriesId };
  const stored = await request('getRating', { params });
  if (stored !== undefined && Date.parse(stored.updatedAt) > at) return new Map([[id, 'newer']]);
  const { rating, notes } = change;
  if (rating !== null) {
    await request('saveRating', { params, body: { rating, ...(notes === undefined ? {} : { notes }) } });
  } else if (stored !== undefined) {
    await request('deleteRating', { params });
  }
  return new Map();
}

async function sendWant({ of, id, wanted }: Extract<OutboxEntry['change'], { kind: 'want' }>): Promise<void> {
  if (wanted) {
    await request('addWantToRead', { body: of === 'book' ? { bookId: id } : { seriesId: id } });
    return;
  }
  try {
    await request(of === 'book' ? 'removeWantedBook' : 'removeWantedSeries', { params: { id } });
  } catch (error) {
    if (!hasStatus(error, 404)) throw error;
  }
}

/** Changes that were not sent, problems included. */
export function countUnsent(): number {
  return keptStore.get()?.outbox.length ?? 0;
}
