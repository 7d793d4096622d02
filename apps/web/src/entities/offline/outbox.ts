import { announceKept, ownerStore } from './load-kept.ts';
import { openOfflineDb } from './offline-db.ts';
import { type KeptChange, mergeEntry, type OutboxEntry, sortByTime } from './outbox-entry.ts';
import { sendSoon } from './send-outbox.ts';

/** A UUID, also on plain http, where browsers offer no `crypto.randomUUID`. */
function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}

interface Wanted {
  /** Name of the book or series, for messages. */
  readonly title: string;
  readonly change: KeptChange;
}

/**
 * Stores a change that the server did not take, and sends it once the server answers.
 * @returns takes it back while it is unsent
 * @throws without a signed-in user, or where the browser offers no storage
 */
export async function putInOutbox({ title, change }: Wanted, at = Date.now()): Promise<() => Promise<void>> {
  const userId = ownerStore.get();
  if (userId === undefined) throw new Error('No user is signed in');
  const db = await openOfflineDb();
  const tx = db.transaction('outbox', 'readwrite');
  const unsent = sortByTime(await tx.store.index('byUser').getAll(userId));
  const wanted: OutboxEntry = { id: newId(), userId, at, startedAt: at, title, change };
  const { entry, dropped } = mergeEntry(unsent, wanted);
  await Promise.all([tx.store.put(entry), ...dropped.map(async ({ id }) => tx.store.delete(id)), tx.done]);
  await announceKept();
  sendSoon();
  return async () => forgetEntry(entry.id);
}

/** Forgets a change: one that was taken back, or one whose problem the user has seen. */
export async function forgetEntry(id: string): Promise<void> {
  const db = await openOfflineDb();
  await db.delete('outbox', id);
  await announceKept();
}
