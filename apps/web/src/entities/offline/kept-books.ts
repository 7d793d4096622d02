import { t } from '@lingui/core/macro';
import type { Book } from '@lectern/contract';
import { request } from '#lib/api.ts';
import { showToast } from '#ui/feedback/toast.tsx';
import { joinList } from '#lib/format.ts';
import { defaultSettings, type KeptBook, type KeptRule, type KeptSettings, toKeptBook } from './kept.ts';
import { dropBook } from './kept-cache.ts';
import { announceKept, ownerStore } from './load-kept.ts';
import { openOfflineDb } from './offline-db.ts';
import { planEviction } from './plan-rules.ts';
import { wakeQueue } from './wake-queue.ts';

function getOwner(): string {
  const userId = ownerStore.get();
  if (userId === undefined) throw new Error('No user is signed in');
  return userId;
}

/** A page begins to care for kept books a moment after it is shown. */
async function waitForOwner(): Promise<string> {
  const owner = ownerStore.get();
  if (owner !== undefined) return owner;
  return await new Promise((resolve) => {
    const unwatch = ownerStore.watch(() => {
      const signedIn = ownerStore.get();
      if (signedIn === undefined) return;
      unwatch();
      resolve(signedIn);
    });
  });
}

/**
 * Puts books into the queue. A book that a rule kept becomes one that the user kept, and a failed or stopped one is tried
 * again.
 */
export async function keepBooks(books: readonly Book[], by: KeptBook['by']): Promise<void> {
  const userId = await waitForOwner();
  const db = await openOfflineDb();
  const tx = db.transaction('books', 'readwrite');
  for (const book of books) {
    const had = await tx.store.get([userId, book.id]);
    if (had === undefined) await tx.store.put(toKeptBook(userId, book, by));
    else if (by === 'hand') await tx.store.put({ ...had, by, state: had.state === 'kept' ? 'kept' : 'waiting' });
  }
  await tx.done;
  await announceKept();
  wakeQueue();
  // The browser may refuse, and then deletes kept books when the device is short of space.
  if (by === 'hand') await navigator.storage.persist();
}

/** Most books of a series in one answer. */
const MOST_BOOKS = 500;

/** Books of a series in reading order, at most 500. */
export async function fetchSeriesBooks(seriesId: string): Promise<readonly Book[]> {
  return (await request('listSeriesBooks', { params: { id: seriesId }, query: { pageSize: MOST_BOOKS } })).data;
}

/** Changes the entry of a book. Returns false when it is no longer kept. */
export async function patchKept(bookId: string, patch: Partial<KeptBook>, userId = getOwner()): Promise<boolean> {
  const db = await openOfflineDb();
  const tx = db.transaction('books', 'readwrite');
  const had = await tx.store.get([userId, bookId]);
  if (had !== undefined) await tx.store.put({ ...had, ...patch });
  await tx.done;
  return had !== undefined;
}

/** Stops the fetching of a book, or goes on with it. */
export async function setStopped(bookId: string, isStopped: boolean): Promise<void> {
  await patchKept(bookId, { state: isStopped ? 'stopped' : 'waiting' });
  await announceKept();
  wakeQueue();
}

/** Removes books from this browser. Their progress stays. */
export async function removeKept(bookIds: readonly string[]): Promise<void> {
  const userId = await waitForOwner();
  const db = await openOfflineDb();
  for (const bookId of bookIds) {
    await db.delete('books', [userId, bookId]);
    await dropBook(userId, bookId);
  }
  await announceKept();
}

/** Sets or removes the rule of a series. Books that the rule kept go with it. */
export async function setRule(rule: Pick<KeptRule, 'seriesId' | 'title'>, count: number): Promise<void> {
  const userId = await waitForOwner();
  const db = await openOfflineDb();
  if (count > 0) {
    await db.put('rules', { ...rule, userId, count });
  } else {
    await db.delete('rules', [userId, rule.seriesId]);
    const books = await db.getAllFromIndex('books', 'byUser', userId);
    const own = books.filter(({ by, seriesId }) => by === 'rule' && seriesId === rule.seriesId);
    await removeKept(own.map(({ bookId }) => bookId));
  }
  await announceKept();
}

/** Other pages are fetched for comics that are kept already; what they have stays until then. */
export async function saveKeptSettings(change: Partial<Omit<KeptSettings, 'userId'>>): Promise<void> {
  const userId = getOwner();
  const db = await openOfflineDb();
  const tx = db.transaction(['books', 'settings'], 'readwrite');
  const settings = tx.objectStore('settings');
  const had = (await settings.get(userId)) ?? defaultSettings(userId);
  await settings.put({ ...had, ...change });
  if (change.quality !== undefined && change.quality !== had.quality) {
    const books = tx.objectStore('books');
    for (const book of await books.index('byUser').getAll(userId)) {
      if (book.state === 'kept') await books.put({ ...book, state: 'waiting' });
    }
  }
  await tx.done;
  await announceKept();
  if (!(await makeSpace(userId, 0)))
    showToast(t`Kept books need more space than this limit. Remove some, or raise it.`);
  wakeQueue();
}

/**
 * Makes space for more bytes within the limit, by removing finished books that a rule kept, and says which.
 * @returns false when that is not enough
 */
export async function makeSpace(userId: string, bytes: number): Promise<boolean> {
  const db = await openOfflineDb();
  const [books, settings] = await Promise.all([
    db.getAllFromIndex('books', 'byUser', userId),
    db.get('settings', userId),
  ]);
  const { limitBytes } = settings ?? defaultSettings(userId);
  const used = books.reduce((sum, book) => sum + book.bytes, 0);
  const missing = used + bytes - limitBytes;
  if (missing <= 0) return true;
  const evicted = planEviction(books, missing);
  if (evicted === undefined) return false;
  await removeKept(evicted);
  const titles = joinList(books.filter(({ bookId }) => evicted.includes(bookId)).map(({ title }) => title));
  showToast(t`Removed from this device to make space: ${titles}`);
  return true;
}

/** Saves how much space kept books may use. A smaller limit counts at once. */
export async function saveLimit(limitBytes: number): Promise<void> {
  await saveKeptSettings({ limitBytes });
  if (await makeSpace(getOwner(), 0)) return;
  showToast(t`Kept books need more space than this limit. Remove some, or raise it.`);
}
