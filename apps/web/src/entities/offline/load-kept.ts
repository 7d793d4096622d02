import { defaultSettings } from './kept.ts';
import { keptStore, ownerStore } from './kept-store.ts';
import { openOfflineDb } from './offline-db.ts';
import { sortByTime } from './outbox-entry.ts';
import { tellTabs, watchTabs } from './tell-tabs.ts';

/** Reads the state of the owner into the store. */
export async function loadKept(): Promise<void> {
  const userId = ownerStore.get();
  if (userId === undefined) return;
  const db = await openOfflineDb();
  const [books, rules, settings, outbox] = await Promise.all([
    db.getAllFromIndex('books', 'byUser', userId),
    db.getAllFromIndex('rules', 'byUser', userId),
    db.get('settings', userId),
    db.getAllFromIndex('outbox', 'byUser', userId),
  ]);
  if (ownerStore.get() !== userId) return;
  keptStore.set({
    userId,
    books: new Map(books.map((book) => [book.bookId, book])),
    rules,
    settings: settings ?? defaultSettings(userId),
    outbox: sortByTime(outbox),
  });
}

/** Call after each change of the database: this page and other tabs show it. */
export async function announceKept(): Promise<void> {
  tellTabs();
  await loadKept();
}

/** Reloads the store when another tab changes the database; returns the stop function. */
export function watchKeptInTabs(): () => void {
  return watchTabs(() => void loadKept());
}
