import type { Book } from '@lectern/contract';
import { request } from '#lib/api.ts';
import { STORAGE_PREFIX } from '#lib/storage.ts';
import { defaultSettings, isAwaited, type KeptBook, readFinishedAt } from './kept.ts';
import { makeSpace, patchKept } from './kept-books.ts';
import { AwayError, dropBooks, KeepError, keepFile } from './kept-cache.ts';
import { announceKept } from './load-kept.ts';
import { openOfflineDb } from './offline-db.ts';
import { type KeptFile, planBookFiles, planPages, planTextFiles } from './plan-files.ts';
import { watchWakes } from './wake-queue.ts';

const AT_ONCE = 3;
/** The state of a book is stored after this many files. */
const STORE_EVERY = 8;
const RETRY_MS = 15_000;

/** The user removed or stopped the book meanwhile. */
class LeftError extends Error {
  override readonly name = 'LeftError';
}

/**
 * Fetches waiting books one after the other, in one tab at a time. Files that are kept already are not fetched again, so
 * that it goes on where it stopped.
 * @returns stops it
 */
export function startQueue(userId: string): () => void {
  const leaving = new AbortController();
  const { signal } = leaving;
  const isOver = () => signal.aborted;
  let running = false;
  let isWoken = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const run = async (): Promise<void> => {
    isWoken = true;
    if (running || isOver()) return;
    running = true;
    clearTimeout(timer);
    while (isWoken && !isOver()) {
      isWoken = false;
      const isDone = await inLock(async () => keepWaiting(userId, signal), signal).catch(() => false);
      if (!isDone && !isOver()) timer = setTimeout(() => void run(), RETRY_MS);
    }
    running = false;
  };
  const unwatch = watchWakes(() => void run());
  void run();
  return () => {
    unwatch();
    clearTimeout(timer);
    leaving.abort();
  };
}

async function inLock(work: () => Promise<boolean>, signal: AbortSignal): Promise<boolean> {
  if (!('locks' in navigator)) return await work();
  return await navigator.locks.request(`${STORAGE_PREFIX}keep`, { signal }, work);
}

/** Returns false when the server is away. */
async function keepWaiting(userId: string, signal: AbortSignal): Promise<boolean> {
  for (;;) {
    const next = await findNext(userId);
    if (next === undefined) return true;
    signal.throwIfAborted();
    try {
      await keepBook(next, signal);
    } catch (error) {
      if (error instanceof AwayError) return false;
      if (error instanceof KeepError) await fail(next, error);
      else if (!(error instanceof LeftError)) throw error;
    }
    await announceKept();
  }
}

async function findNext(userId: string): Promise<KeptBook | undefined> {
  const db = await openOfflineDb();
  const books = await db.getAllFromIndex('books', 'byUser', userId);
  const awaited = books.filter(isAwaited).toSorted((a, b) => a.addedAt - b.addedAt);
  return awaited.find(({ state }) => state === 'waiting') ?? awaited[0];
}

/** What a user may no longer see is not kept either. A kept book whose pages cannot be replaced still opens. */
async function fail({ userId, bookId, state }: KeptBook, { problem }: KeepError): Promise<void> {
  if (problem === 'gone') await dropBooks(userId, [bookId]);
  const patch =
    problem === 'gone'
      ? ({ state: 'failed', bytes: 0, done: 0 } as const)
      : ({ state: state === 'kept' ? 'kept' : 'failed' } as const);
  await patchKept(bookId, { ...patch, problem, isOutdated: false }, userId);
}

async function fetchBook(bookId: string): Promise<Book> {
  return (await ask(async () => request('getBook', { params: { id: bookId } }))).book;
}

/** @throws {AwayError} @throws {KeepError} */
async function ask<Answer>(work: () => Promise<Answer>): Promise<Answer> {
  try {
    return await work();
  } catch (error) {
    const status = typeof error === 'object' && error !== null && 'status' in error ? error.status : undefined;
    if (status === 403 || status === 404) throw new KeepError('gone');
    throw new AwayError('The server does not answer', { cause: error });
  }
}

async function planFiles(book: Book, userId: string): Promise<readonly KeptFile[]> {
  const { id } = book;
  if (book.layout === 'reflowable') {
    const manifest = await ask(async () => request('getBookManifest', { params: { id } }));
    return [...planBookFiles(book), ...planTextFiles(id, manifest, location.origin)];
  }
  const pages = await ask(async () => request('listBookPages', { params: { id } }));
  if (book.layout === null || pages.length === 0) throw new KeepError('unreadable');
  const db = await openOfflineDb();
  const { quality } = (await db.get('settings', userId)) ?? defaultSettings(userId);
  const pixels = Math.max(screen.width, screen.height) * devicePixelRatio;
  return [...planBookFiles(book), ...planPages(book, pages, { pixels, quality })];
}

/** @throws {LeftError} when the book no longer waits for its files */
async function store(kept: KeptBook, patch: Partial<KeptBook>): Promise<void> {
  const { userId, bookId } = kept;
  const db = await openOfflineDb();
  const now = await db.get('books', [userId, bookId]);
  if (now !== undefined && isAwaited(now)) {
    await db.put('books', { ...now, ...patch });
    await announceKept();
    return;
  }
  if (now === undefined) await dropBooks(userId, [bookId]);
  throw new LeftError();
}

async function keepBook(kept: KeptBook, signal: AbortSignal): Promise<void> {
  const { userId, bookId } = kept;
  const book = await fetchBook(bookId);
  const version = book.fileHash.slice(0, 16);
  const files = await planFiles(book, userId);
  const { title, coverVersion } = book;
  const finishedAt = readFinishedAt(book.readProgress);
  // A kept book has all its files already: each is replaced by another.
  let [done, bytes] = [0, kept.state === 'kept' ? kept.bytes : 0];
  await store(kept, { title, coverVersion, finishedAt, version, total: files.length, done, bytes });
  const waiting = [...files];
  const work = async (): Promise<void> => {
    for (let file = waiting.shift(); file !== undefined; file = waiting.shift()) {
      const size = await keepFile(userId, file, version, signal);
      bytes += kept.state === 'kept' ? size.bytes - size.replacedBytes : size.bytes;
      done += 1;
      if (done % STORE_EVERY !== 0) continue;
      await store(kept, { done, bytes });
      if (!(await makeSpace(userId, 0))) throw new KeepError('full');
    }
  };
  try {
    await Promise.all(Array.from({ length: AT_ONCE }, work));
  } finally {
    // The others stop after the file that they have.
    waiting.length = 0;
  }
  await store(kept, { done, bytes });
  if (!(await makeSpace(userId, 0))) throw new KeepError('full');
  await store(kept, { state: 'kept', problem: undefined, isOutdated: false, done, bytes });
}
