import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import { STORAGE_PREFIX } from '#lib/storage.ts';
import type { KeptBook, KeptRule, KeptSettings } from './kept.ts';
import type { OutboxEntry } from './outbox-entry.ts';

interface OfflineSchema extends DBSchema {
  readonly books: { key: [string, string]; value: KeptBook; indexes: { byUser: string } };
  readonly rules: { key: [string, string]; value: KeptRule; indexes: { byUser: string } };
  readonly settings: { key: string; value: KeptSettings };
  readonly outbox: { key: string; value: OutboxEntry; indexes: { byUser: string } };
}

const VERSION = 1;

let opened: Promise<IDBPDatabase<OfflineSchema>> | undefined;

/**
 * The database of kept books and unsent changes, of all users of this browser and this path of the server.
 * @throws where the browser offers no storage
 */
export async function openOfflineDb(): Promise<IDBPDatabase<OfflineSchema>> {
  opened ??= openDB<OfflineSchema>(`${STORAGE_PREFIX}offline`, VERSION, {
    upgrade: (db) => {
      db.createObjectStore('books', { keyPath: ['userId', 'bookId'] }).createIndex('byUser', 'userId');
      db.createObjectStore('rules', { keyPath: ['userId', 'seriesId'] }).createIndex('byUser', 'userId');
      db.createObjectStore('settings', { keyPath: 'userId' });
      db.createObjectStore('outbox', { keyPath: 'id' }).createIndex('byUser', 'userId');
    },
    // A newer release in another tab must not wait for this one.
    blocking: (_, __, event) => {
      if (event.target instanceof IDBDatabase) event.target.close();
      opened = undefined;
    },
    terminated: () => {
      opened = undefined;
    },
  });
  try {
    return await opened;
  } catch (error) {
    opened = undefined;
    throw error;
  }
}

/** Deletes everything of one user. */
export async function forgetUser(userId: string): Promise<void> {
  const db = await openOfflineDb();
  const tx = db.transaction(['books', 'rules', 'settings', 'outbox'], 'readwrite');
  const deletions = [tx.objectStore('settings').delete(userId)];
  for (const name of ['books', 'rules', 'outbox'] as const) {
    const store = tx.objectStore(name);
    for (const key of await store.index('byUser').getAllKeys(userId)) deletions.push(store.delete(key));
  }
  await Promise.all([...deletions, tx.done]);
}
