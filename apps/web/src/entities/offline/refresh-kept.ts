import type { Book, ReadProgress } from '@lectern/contract';
import { listAllBooks } from '#entities/book/list-all-books.ts';
import { hasStatus, request } from '#lib/api.ts';
import { findReading } from './derive-unsent.ts';
import { type KeptBook, readFinishedAt } from './kept.ts';
import { keepBooks, patchKept, removeKept } from './kept-books.ts';
import { dropBooks, writeKeptProgress } from './kept-cache.ts';
import { keptStore } from './kept-store.ts';
import { announceKept } from './load-kept.ts';
import { planRule } from './plan-rules.ts';
import { wakeQueue } from './wake-queue.ts';

/** What changed on the server, for a message. */
export interface Refreshed {
  /** Titles of books whose file changed, which are fetched again. */
  readonly changed: readonly string[];
  /** Titles of books that this user can no longer open. */
  readonly gone: readonly string[];
}

/**
 * Compares kept books with the server: a changed file is fetched again, and a book that is gone or hidden is deleted.
 * @throws {ApiError} when the server does not answer
 */
export async function refreshBooks(): Promise<Refreshed> {
  const [changed, gone]: [string[], string[]] = [[], []];
  for (const kept of keptStore.get()?.books.values() ?? []) {
    if (kept.state !== 'kept') continue;
    const book = await findBook(kept.bookId);
    if (book === undefined) {
      gone.push(kept.title);
      await dropBooks(kept.userId, [kept.bookId]);
      await patchKept(kept.bookId, { state: 'failed', problem: 'gone', bytes: 0, done: 0 }, kept.userId);
    } else if (book.fileHash.slice(0, 16) !== kept.version) {
      changed.push(kept.title);
      await patchKept(kept.bookId, { state: 'waiting' }, kept.userId);
    } else if (book.coverVersion !== kept.coverVersion || book.title !== kept.title) {
      await patchKept(kept.bookId, { title: book.title, coverVersion: book.coverVersion }, kept.userId);
    }
  }
  await announceKept();
  if (changed.length > 0) wakeQueue();
  return { changed, gone };
}

async function findBook(bookId: string): Promise<Book | undefined> {
  try {
    return (await request('getBook', { params: { id: bookId } })).book;
  } catch (error) {
    if (hasStatus(error, 404) || hasStatus(error, 403)) return undefined;
    throw error;
  }
}

/** Books whose progress is compared at once: the latest of this user. */
const LATEST = 100;

/** Kept books get the progress of other devices. Unsent places of this device stay. */
export async function refreshProgress(): Promise<void> {
  const kept = keptStore.get();
  if (kept === undefined || kept.books.size === 0) return;
  const { data } = await request('listProgress', { query: { page: 1, pageSize: LATEST } });
  const isUnsent = ({ bookId: id, seriesId }: KeptBook) =>
    kept.outbox.some((entry) => findReading(entry, { id, seriesId }) !== undefined);
  for (const progress of data) {
    const book = kept.books.get(progress.bookId);
    if (book?.state === 'kept' && !isUnsent(book)) await takeProgress(book, progress);
  }
  await announceKept();
}

async function takeProgress({ userId, bookId }: KeptBook, progress: ReadProgress): Promise<void> {
  await writeKeptProgress(userId, bookId, () => progress);
  await patchKept(bookId, { finishedAt: readFinishedAt(progress) }, userId);
}

/** Keeps the next unread books of each series with a rule, and removes finished ones. */
export async function applyRules(): Promise<void> {
  for (const { seriesId } of keptStore.get()?.rules ?? []) {
    const books = await listAllBooks(request, seriesId);
    const kept = keptStore.get();
    // As it is now: the user may have changed it meanwhile.
    const rule = kept?.rules.find((one) => one.seriesId === seriesId);
    if (kept === undefined || rule === undefined) continue;
    const own = [...kept.books.values()].filter((book) => book.seriesId === seriesId);
    const { add, drop } = planRule(books, rule, own);
    if (drop.length > 0) await removeKept(drop);
    if (add.length > 0) await keepBooks(add, 'rule');
  }
}
