import { canKeep, wipeKept, wipeKeptBooks } from './kept-cache.ts';
import { keptStore, ownerStore } from './kept-store.ts';
import { findLastPlaces, forgetLastPlaces } from './last-place.ts';
import { forgetUser, openOfflineDb } from './offline-db.ts';
import { stopSending } from './send-outbox.ts';

/** Deletes kept books, rules, unsent changes and files that wait for an upload from this browser. */
export async function wipeOffline(userId: string): Promise<void> {
  ownerStore.set(undefined);
  keptStore.set(undefined);
  stopSending();
  forgetLastPlaces(userId);
  if (canKeep()) await wipeKept(userId);
  // A private window has no database, and nothing in it.
  await forgetUser(userId).catch(() => undefined);
}

/** Deletes what this browser keeps of a child profile while its parent is signed in. */
export async function wipeChild(childId: string): Promise<void> {
  forgetLastPlaces(childId);
  if (canKeep()) await wipeKeptBooks(childId);
  await forgetUser(childId).catch(() => undefined);
}

/** Changes of a child profile that only this browser has. The server takes them while the profile is open. */
export async function countUnsentBy(childId: string): Promise<number> {
  const countStored = async () => (await openOfflineDb()).countFromIndex('outbox', 'byUser', childId);
  return findLastPlaces(childId).length + (await countStored().catch(() => 0));
}
