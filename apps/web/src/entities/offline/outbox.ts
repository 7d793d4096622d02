import { askForSync } from './background-sync.ts';
import { announceKept, ownerStore } from './load-kept.ts';
import { nameBooks } from './marks.ts';
import { newId } from './new-id.ts';
import { openOfflineDb } from './offline-db.ts';
import { type KeptChange, mergeEntry, type OutboxEntry, sortByTime } from './outbox-entry.ts';
import { sendSoon } from './send-outbox.ts';

interface Wanted {
  /** Name of the book or series, for messages; empty for several, and for profiles. */
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
  const named = change.kind === 'marks' ? nameBooks(change) : change;
  const wanted: OutboxEntry = { id: newId(), userId, at, startedAt: at, title, change: named };
  const { entry, dropped } = mergeEntry(unsent, wanted);
  await Promise.all([tx.store.put(entry), ...dropped.map(async ({ id }) => tx.store.delete(id)), tx.done]);
  await announceKept();
  sendSoon();
  void askForSync();
  return async () => forgetEntry(entry.id);
}

/** Forgets a change: one that was taken back, or one whose problem the user has seen. */
export async function forgetEntry(id: string): Promise<void> {
  const db = await openOfflineDb();
  await db.delete('outbox', id);
  await announceKept();
}
