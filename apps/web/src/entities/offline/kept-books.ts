import { plural, t } from '@lingui/core/macro';
import type { Book } from '@lectern/contract';
import { showToast } from '#ui/feedback/toast.tsx';
import { formatNumber, joinList } from '#lib/format.ts';
import { defaultSettings, type KeptBook, type KeptRule, type KeptSettings, toKeptBook } from './kept.ts';
import { dropBooks } from './kept-cache.ts';
import { keptStore, ownerStore } from './kept-store.ts';
import { announceKept } from './load-kept.ts';
import { openOfflineDb } from './offline-db.ts';
import { planEviction } from './plan-rules.ts';
import { wakeQueue } from './wake-queue.ts';

/** Rows of the database. */
interface KeptRows {
  readonly books: readonly KeptBook[];
  readonly rules: readonly KeptRule[];
}

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

/** A device fetches one book after the other: more at once would take days. */
export const MOST_AT_ONCE = 500;

/** Why a device refuses so many books. */
export function sayTooMany(): string {
  const most = formatNumber(MOST_AT_ONCE);
  return t`This device takes at most ${most} books at once. Select fewer.`;
}

/** What the signed-in user keeps, straight from the database: pages may be too young to know it. */
export async function readKept(): Promise<KeptRows> {
  const userId = await waitForOwner();
  const db = await openOfflineDb();
  const [books, rules] = await Promise.all([
    db.getAllFromIndex('books', 'byUser', userId),
    db.getAllFromIndex('rules', 'byUser', userId),
  ]);
  return { books, rules };
}

/** Takes a removal back: the device fetches the books again, and rules are as they were. */
export async function restoreKept({ books, rules }: KeptRows): Promise<void> {
  const db = await openOfflineDb();
  const tx = db.transaction(['books', 'rules'], 'readwrite');
  for (const rule of rules) await tx.objectStore('rules').put(rule);
  for (const book of books) {
    if ((await tx.objectStore('books').get([book.userId, book.bookId])) !== undefined) continue;
    await tx.objectStore('books').put({ ...book, state: 'waiting', problem: undefined, bytes: 0, done: 0 });
  }
  await tx.done;
  await announceKept();
  wakeQueue();
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
  const isKept = keptStore.get()?.books.get(bookId)?.state === 'kept';
  const state = isStopped ? 'stopped' : 'waiting';
  await patchKept(bookId, isKept ? { isOutdated: !isStopped, problem: undefined } : { state });
  await announceKept();
  wakeQueue();
}

/** Removes books from this browser. Their progress stays. */
export async function removeKept(bookIds: readonly string[]): Promise<void> {
  const userId = await waitForOwner();
  const db = await openOfflineDb();
  await dropBooks(userId, bookIds);
  const tx = db.transaction('books', 'readwrite');
  for (const bookId of bookIds) await tx.store.delete([userId, bookId]);
  await tx.done;
  await announceKept();
}

/** Removes books that the user wants no longer: the rules of their series leave them out from now on. */
export async function removeByHand(bookIds: readonly string[]): Promise<void> {
  const { books, rules } = await readKept();
  const removed = books.filter(({ bookId }) => bookIds.includes(bookId));
  const db = await openOfflineDb();
  for (const rule of rules) {
    const own = removed.filter(({ seriesId }) => seriesId === rule.seriesId).map(({ bookId }) => bookId);
    if (own.length > 0) await db.put('rules', { ...rule, leftOut: [...(rule.leftOut ?? []), ...own] });
  }
  await removeKept(bookIds);
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

/**
 * Saves how books are kept. A smaller limit counts at once. Kept comics open with the pages that they have until the device
 * has fetched the others.
 */
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
      if (book.state === 'kept' && book.hasStoredPages)
        await books.put({ ...book, isOutdated: true, problem: undefined });
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
  showToast(sayRemoved(books.filter(({ bookId }) => evicted.includes(bookId)).map(({ title }) => title)));
  return true;
}

/** A message names so many books, and counts the others. */
const MOST_NAMED = 3;

function sayRemoved(all: readonly string[]): string {
  const titles = joinList(all.slice(0, MOST_NAMED));
  const more = all.length - MOST_NAMED;
  if (more <= 0) return t`Removed from this device to make space: ${titles}`;
  return plural(more, {
    one: `Removed from this device to make space: ${titles} and # more`,
    other: `Removed from this device to make space: ${titles} and # more`,
  });
}
