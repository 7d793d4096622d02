import 'fake-indexeddb/auto';
import type { Book } from '@lectern/contract';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { nameCaches, WIDTH_HEADER } from '#lib/offline/kept-addresses.ts';
import { MemoryCaches } from '#lib/offline/memory-caches.ts';
import { toastStore } from '#ui/feedback/toast.tsx';
import { countKeptBySeries, type KeptBook } from './kept.ts';
import { makeSpace, readKept, removeByHand, removeKept, restoreKept, saveKeptSettings } from './kept-books.ts';
import { startQueue } from './keep-queue.ts';
import { keptStore, ownerStore } from './kept-store.ts';
import { loadKept } from './load-kept.ts';
import { forgetUser, openOfflineDb } from './offline-db.ts';

const USER = 'u1';
const SERIES = 's1';
const HASH = 'a'.repeat(32);
const VERSION = HASH.slice(0, 16);
const PAGE_WIDTH = 4000;
/** Bytes of a page for the screen, and of the original page. */
const [SMALL, LARGE] = [10, 100];

const listSaid = () => toastStore.get().map(({ text }) => text);

const newKept = (bookId: string, more: Partial<KeptBook> = {}): KeptBook => ({
  ...{ userId: USER, bookId, title: bookId, seriesId: SERIES, seriesName: 'Lanterns', coverVersion: null },
  ...{ version: VERSION, by: 'hand', state: 'kept', hasStoredPages: true, done: 2, total: 2, bytes: SMALL },
  ...{ addedAt: 1, finishedAt: null },
  ...more,
});

const newBook = (id: string) =>
  ({ id, title: id, fileHash: HASH, fileFormat: 'cbz', layout: 'images', coverVersion: null }) as unknown as Book;

let stored = new MemoryCaches();
const asked: { readonly path: string; readonly accept: string | null }[] = [];

/** A server with comics of one page. */
function answer(path: string): Response {
  const [, , , , bookId = '', part] = path.split(/[/?]/);
  if (/\/pages\/1\?/.test(path)) return new Response('x'.repeat(path.includes('width=') ? SMALL : LARGE));
  if (part === 'pages') return Response.json([{ width: PAGE_WIDTH, height: PAGE_WIDTH, mediaType: 'image/jpeg' }]);
  if (path.includes('/books/') && part === undefined) return Response.json({ book: newBook(bookId) });
  return new Response(null, { status: 204 });
}

async function put(...books: readonly KeptBook[]): Promise<void> {
  const db = await openOfflineDb();
  for (const book of books) await db.put('books', book);
  await loadKept();
}

const find = (bookId: string) => keptStore.get()?.books.get(bookId);

const openOwn = async () => stored.open(nameCaches('').keptBy(USER));

async function keepPage(bookId: string): Promise<void> {
  const headers = { [WIDTH_HEADER]: '1080' };
  await (await openOwn()).put(`/api/v1/books/${bookId}/pages/1`, new Response('x'.repeat(SMALL), { headers }));
}

beforeEach(async () => {
  toastStore.set([]);
  asked.length = 0;
  stored = new MemoryCaches();
  vi.stubGlobal('caches', stored);
  vi.stubGlobal('location', { origin: 'https://lectern.test' });
  vi.stubGlobal('screen', { width: 1000, height: 1000 });
  vi.stubGlobal('devicePixelRatio', 1);
  vi.stubGlobal('fetch', async (path: string, { headers }: RequestInit = {}) => {
    asked.push({ path, accept: new Headers(headers).get('accept') });
    return Promise.resolve(answer(path));
  });
  ownerStore.set(USER);
  await forgetUser(USER);
  await loadKept();
});

afterEach(() => {
  ownerStore.set(undefined);
  vi.unstubAllGlobals();
});

describe('another choice of pages', () => {
  /** Waits until the queue has nothing to do. */
  async function runQueue(): Promise<readonly (string | undefined)[]> {
    const states: (string | undefined)[] = [];
    const unwatch = keptStore.watch(() => states.push(find('comic')?.state));
    const stop = startQueue(USER);
    await expect.poll(() => find('comic')?.isOutdated).toBe(false);
    stop();
    unwatch();
    return states;
  }

  it('leaves every kept book open, and touches no text', async () => {
    await put(newKept('comic'), newKept('text', { hasStoredPages: false }));
    await saveKeptSettings({ quality: 'stored' });
    expect(find('comic')).toMatchObject({ state: 'kept', isOutdated: true, bytes: SMALL });
    expect(find('text')).toEqual(newKept('text', { hasStoredPages: false }));
    expect(countKeptBySeries(keptStore.get()?.books.values() ?? []).get(SERIES)).toBe(2);
  });

  it('replaces the pages of a comic that stays kept, in a type that browsers show', async () => {
    await put(newKept('comic'));
    await keepPage('comic');
    await saveKeptSettings({ quality: 'stored' });
    expect(new Set(await runQueue())).toEqual(new Set(['kept']));
    const page = await (await openOwn()).match('/api/v1/books/comic/pages/1');
    expect(page?.headers.has(WIDTH_HEADER)).toBe(false);
    expect((await page?.blob())?.size).toBe(LARGE);
    expect(find('comic')?.bytes).toBeGreaterThanOrEqual(LARGE);
    expect(asked.find(({ path }) => path.includes('/pages/1?'))?.accept).toContain('image/webp');
  });

  it('keeps a complete comic when the limit leaves no space for the others', async () => {
    await put(newKept('comic'));
    await keepPage('comic');
    await saveKeptSettings({ quality: 'stored', limitBytes: SMALL });
    await runQueue();
    expect(find('comic')).toMatchObject({ state: 'kept', problem: 'full' });
    expect(find('comic')?.bytes).toBeGreaterThan(0);
  });
});

describe('a limit', () => {
  it('is told once when books of the user need more', async () => {
    await put(newKept('comic', { bytes: 50 }));
    await saveKeptSettings({ limitBytes: 10 });
    expect(listSaid()).toEqual([expect.stringContaining('need more space')]);
  });

  it('names three books that went, and counts the others', async () => {
    const books = ['A', 'B', 'C', 'D', 'E'].map((id) => newKept(id, { by: 'rule', bytes: 10, finishedAt: 1 }));
    await put(...books);
    await saveKeptSettings({ limitBytes: 0 });
    expect(listSaid()).toEqual(['Removed from this device to make space: A, B, C and 2 more']);
    expect(await makeSpace(USER, 0)).toBe(true);
  });
});

describe('a removal', () => {
  it('lists the cache once for all books, and leaves others alone', async () => {
    await put(newKept('one'), newKept('two'), newKept('twofold'));
    for (const id of ['one', 'two', 'twofold']) await keepPage(id);
    const cache = await openOwn();
    await removeKept(['one', 'two']);
    expect(cache.listings).toBe(1);
    expect((await cache.keys()).map(({ url }) => url)).toEqual(['https://lectern.test/api/v1/books/twofold/pages/1']);
    expect([...(keptStore.get()?.books.keys() ?? [])]).toEqual(['twofold']);
  });

  it('by the user is remembered by the rule of the series, until it is taken back', async () => {
    const rule = { userId: USER, seriesId: SERIES, title: 'Lanterns', count: 3 };
    await put(newKept('one', { by: 'rule' }), newKept('two', { by: 'rule' }));
    await (await openOfflineDb()).put('rules', rule);
    const before = await readKept();
    await removeByHand(['one']);
    expect(keptStore.get()?.rules).toEqual([{ ...rule, leftOut: ['one'] }]);
    await restoreKept(before);
    expect(keptStore.get()?.rules).toEqual([rule]);
    expect(find('one')).toMatchObject({ state: 'waiting', by: 'rule', bytes: 0 });
    expect(find('two')?.state).toBe('kept');
  });
});
