import type { ReadingProfiles } from '@lectern/contract';
import { applyChange } from '#entities/reading-profile/apply-change.ts';
import { ownerStore } from './kept-store.ts';
import { openOfflineDb } from './offline-db.ts';
import { type OutboxEntry, sortByTime } from './outbox-entry.ts';

function isUnsentProfile({ change, problem }: OutboxEntry): boolean {
  return change.kind === 'profile' && problem === undefined;
}

async function listUnsent(userId: string): Promise<readonly OutboxEntry[]> {
  const db = await openOfflineDb();
  return sortByTime(await db.getAllFromIndex('outbox', 'byUser', userId)).filter(isUnsentProfile);
}

/** Whether the owner has unsent changes of reading profiles; without browser storage there are none. */
export async function hasUnsentProfiles(): Promise<boolean> {
  const userId = ownerStore.get();
  if (userId === undefined) return false;
  return await listUnsent(userId).then(
    (unsent) => unsent.length > 0,
    () => false,
  );
}

/** Adds unsent changes to an answer; without browser storage there are none. */
export async function addUnsentProfiles(answer: ReadingProfiles, userId: string): Promise<ReadingProfiles> {
  try {
    const unsent = await listUnsent(userId);
    return unsent.reduce(
      (now, { change }) => (change.kind === 'profile' ? applyChange(now, change.change) : now),
      answer,
    );
  } catch {
    return answer;
  }
}
