import { leavesNoTrace } from '#lib/viewing.ts';
import { readStored, writeStored } from '#lib/storage.ts';

/** Most choices stored. */
const KEPT = 5;

const getStorageKey = (userId: string) => `palette.${userId}`;

/** Ids of the last choices of this user in this browser, newest first. */
export function recentEntries(userId: string): readonly string[] {
  if (leavesNoTrace()) return [];
  const stored = readStored(getStorageKey(userId));
  const list: readonly unknown[] = Array.isArray(stored) ? stored : [];
  return list.filter((id): id is string => typeof id === 'string').slice(0, KEPT);
}

/** Moves a choice to the front. */
export function rememberEntry(userId: string, id: string): void {
  if (leavesNoTrace()) return;
  const others = recentEntries(userId).filter((known) => known !== id);
  writeStored(getStorageKey(userId), [id, ...others].slice(0, KEPT));
}
