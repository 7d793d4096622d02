import 'fake-indexeddb/auto';
import type { Book } from '@lectern/contract';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { KeptBook } from '#entities/offline/kept.ts';
import { keptStore } from '#entities/offline/kept-store.ts';
import { ownerStore } from '#entities/offline/kept-store.ts';
import { forgetUser, openOfflineDb } from '#entities/offline/offline-db.ts';
import { MemoryCaches } from '#lib/offline/memory-caches.ts';
import { keepPicked, removePicked } from './keep-picked.ts';

const USER = 'u1';
const MANY = 600;

const newBook = (id: string) =>
  ({ id, title: id, seriesId: 's1', fileHash: 'a', fileFormat: 'cbz', layout: 'images' }) as unknown as Book;

const newKept = (bookId: string) => ({ userId: USER, bookId, seriesId: 's1', by: 'hand', state: 'kept' }) as KeptBook;

const asked: string[] = [];

function answer(path: string): Response {
  const url = new URL(path, 'https://lectern.test');
  if (!url.pathname.endsWith('/books')) {
    const id = url.pathname.split('/').at(-1) ?? '';
    return id === 'gone'
      ? Response.json({ error: 'Not found' }, { status: 404 })
      : Response.json({ book: newBook(id) });
  }
  const page = Number(url.searchParams.get('page'));
  const count = page === 1 ? 500 : MANY - 500;
  return Response.json({
    data: Array.from({ length: count }, (_, index) => newBook(`${String(page)}-${String(index)}`)),
    ...{ total: MANY, totalPages: 2 },
  });
}

async function listKept(): Promise<readonly string[]> {
  return (await (await openOfflineDb()).getAll('books')).map(({ bookId }) => bookId).toSorted();
}

beforeEach(async () => {
  asked.length = 0;
  vi.stubGlobal('caches', new MemoryCaches());
  vi.stubGlobal('location', { origin: 'https://lectern.test' });
  const registrations = { getRegistration: async () => Promise.resolve(undefined) };
  const storage = { persist: async () => Promise.resolve(true) };
  vi.stubGlobal('navigator', { serviceWorker: registrations, storage });
  vi.stubGlobal('fetch', async (path: string) => {
    asked.push(path);
    return Promise.resolve(answer(path));
  });
  await forgetUser(USER);
  ownerStore.set(USER);
});

afterEach(() => {
  ownerStore.set(undefined);
  keptStore.set(undefined);
  vi.unstubAllGlobals();
});

describe('keeping a selection', () => {
  it('refuses a series with more books than a device takes', async () => {
    const { text, undo } = await keepPicked({ kind: 'series', count: 1, of: { ids: ['s1'] } });
    expect(text).toContain('at most 500 books');
    expect(undo).toBeUndefined();
    expect(await listKept()).toEqual([]);
  });

  it('is taken back for new books only, also before the page knows what is kept', async () => {
    await (await openOfflineDb()).put('books', newKept('old'));
    const { text, undo } = await keepPicked({ kind: 'book', count: 2, of: { ids: ['old', 'new'] } });
    expect(text).toBe('2 books will be kept on this device');
    expect(await listKept()).toEqual(['new', 'old']);
    await undo?.();
    expect(await listKept()).toEqual(['old']);
  });
});

describe('removing a selection', () => {
  it('is taken back for any number of books, without asking the server', async () => {
    const ids = Array.from({ length: MANY }, (_, index) => `b${String(index)}`);
    const db = await openOfflineDb();
    for (const id of [...ids, 'gone']) await db.put('books', newKept(id));
    const { text, undo } = await removePicked({ kind: 'series', count: 1, of: { ids: ['s1'] } });
    expect(text).toBe('601 books removed from this device');
    expect(await listKept()).toEqual([]);
    await undo?.();
    expect(await listKept()).toHaveLength(MANY + 1);
    expect(asked).toEqual([]);
  });
});
