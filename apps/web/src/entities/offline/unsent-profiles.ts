import type { ReadingProfiles } from '@lectern/contract';
import { applyChange } from '#entities/reading-profile/apply-change.ts';
import { openOfflineDb } from './offline-db.ts';
import { type OutboxEntry, sortByTime } from './outbox-entry.ts';

/** Whether an entry is an unsent change of a reading profile. */
export function isUnsentProfile({ change, problem }: OutboxEntry): boolean {
  return change.kind === 'profile' && problem === undefined;
}

/** Adds unsent changes to an answer; without browser storage there are none. */
export async function addUnsentProfiles(answer: ReadingProfiles, userId: string): Promise<ReadingProfiles> {
  try {
    const db = await openOfflineDb();
    const unsent = sortByTime(await db.getAllFromIndex('outbox', 'byUser', userId)).filter(isUnsentProfile);
    return unsent.reduce(
      (now, { change }) => (change.kind === 'profile' ? applyChange(now, change.change) : now),
      answer,
    );
  } catch {
    return answer;
  }
}
