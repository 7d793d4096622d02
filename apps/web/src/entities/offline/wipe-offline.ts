import { canKeep, wipeKept } from './kept-cache.ts';
import { keptStore, ownerStore } from './kept-store.ts';
import { forgetLastPlaces } from './last-place.ts';
import { forgetUser } from './offline-db.ts';
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
