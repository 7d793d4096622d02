import type { Book } from '@lectern/contract';
import { createStore } from '#lib/store.ts';
import { askForSync } from './background-sync.ts';
import { applyToKept } from './kept-progress.ts';
import { ownerStore } from './kept-store.ts';
import { findLastPlaces, forgetLastPlace } from './last-place.ts';
import { announceKept } from './load-kept.ts';
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

/** Set by the page: books that it has shown. */
export const knownBooks = createStore<() => ReadonlyMap<string, Book>>(() => new Map());

const takenBack = new Set<string>();

/** Whether an entry that is gone was taken back in this page, and not sent. */
export function wasTakenBack(id: string): boolean {
  return takenBack.has(id);
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
  const named = change.kind === 'marks' ? nameBooks(change, knownBooks.get()()) : change;
  const wanted: OutboxEntry = { id: newId(), userId, at, startedAt: at, title, change: named };
  const { entry, dropped } = mergeEntry(unsent, wanted);
  await Promise.all([tx.store.put(entry), ...dropped.map(async ({ id }) => tx.store.delete(id)), tx.done]);
  // The change is safe: without room in the cache kept books show the earlier place.
  const restore = await applyToKept(entry).catch(() => undefined);
  await announceKept();
  sendSoon();
  void askForSync();
  return async () => {
    if (!(await replaceEntry(entry.id, dropped))) return;
    takenBack.add(entry.id);
    await restore?.();
    await announceKept();
  };
}

/** Puts earlier changes back in the place of a later one. Returns false when that was sent already. */
async function replaceEntry(id: string, earlier: readonly OutboxEntry[]): Promise<boolean> {
  const db = await openOfflineDb();
  const tx = db.transaction('outbox', 'readwrite');
  const isThere = (await tx.store.getKey(id)) !== undefined;
  if (isThere) await Promise.all([tx.store.delete(id), ...earlier.map(async (entry) => tx.store.put(entry))]);
  await tx.done;
  return isThere;
}

/** Forgets a change whose problem the user has seen. */
export async function forgetEntry(id: string): Promise<void> {
  const db = await openOfflineDb();
  await db.delete('outbox', id);
  await announceKept();
}

/** Pages that were closed while the server was away left places of the owner behind. */
export async function takeLastPlaces(): Promise<void> {
  for (const last of findLastPlaces(ownerStore.get() ?? '')) {
    const { title, at, userId: _, ...place } = last;
    await putInOutbox({ title, change: { kind: 'reading', session: 'progress', ...place } }, at);
    forgetLastPlace(last);
  }
}
