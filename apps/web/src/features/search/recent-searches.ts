import { leavesNoTrace } from '#lib/viewing.ts';
import { readStored, removeStored, writeStored } from '#lib/storage.ts';

/** Most searches stored. */
const KEPT = 8;

function getStorageKey(userId: string): string {
  return `searches.${userId}`;
}

/** Searches of this user in this browser, newest first. */
export function recentSearches(userId: string): readonly string[] {
  if (leavesNoTrace()) return [];
  const stored = readStored(getStorageKey(userId));
  const list: readonly unknown[] = Array.isArray(stored) ? stored : [];
  return list.filter((text): text is string => typeof text === 'string').slice(0, KEPT);
}

/** Moves a search to the front. */
export function rememberSearch(userId: string, text: string): void {
  if (leavesNoTrace()) return;
  const wanted = text.trim();
  if (wanted === '') return;
  const others = recentSearches(userId).filter((known) => known.toLowerCase() !== wanted.toLowerCase());
  writeStored(getStorageKey(userId), [wanted, ...others].slice(0, KEPT));
}

export function forgetSearches(userId: string): void {
  if (leavesNoTrace()) return;
  removeStored(getStorageKey(userId));
}
