import 'fake-indexeddb/auto';
import { loadRoutes } from '@lectern/contract/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { defaultSettings, type KeptBook } from './kept.ts';
import { keptStore, ownerStore } from './kept-store.ts';
import { findLastPlaces, noteLastPlace } from './last-place.ts';
import { forgetUser, openOfflineDb } from './offline-db.ts';
import { putInOutbox, takeLastPlaces, wasTakenBack } from './outbox.ts';
import { stopSending } from './send-outbox.ts';
import { wipeOffline } from './wipe-offline.ts';

const USER = 'u1';
const BOOK = '/api/v1/books/b';
const PROGRESS = { id: 'p', bookId: 'b', userId: USER, currentPage: 57, completed: false, updatedAt: '2026-01-01' };

const answers = new Map<string, string>();
const readKept = (address: string): unknown => JSON.parse(answers.get(address) ?? 'null');
const readKeptBook = async (): Promise<KeptBook | undefined> => (await openOfflineDb()).get('books', [USER, 'b']);

beforeEach(async () => {
  await loadRoutes();
  const stored = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => stored.set(key, text),
  });
  const cache = {
    match: async (key: string) => Promise.resolve(answers.has(key) ? new Response(answers.get(key)) : undefined),
    put: async (key: string, answer: Response) =>
      void answers.set(key, answer.status === 204 ? 'null' : await answer.text()),
  };
  vi.stubGlobal('caches', {
    open: async () => Promise.resolve(cache),
    has: async () => Promise.resolve(false),
    delete: async () => Promise.resolve(true),
  });
  vi.stubGlobal('navigator', { serviceWorker: {} });
  vi.stubGlobal('fetch', async () => Promise.reject(new TypeError('Failed to fetch')));
  ownerStore.set(USER);
  await forgetUser(USER);
  answers.set(BOOK, JSON.stringify({ book: { id: 'b', pageCount: 100, readProgress: PROGRESS } }));
  answers.set(`${BOOK}/progress`, JSON.stringify(PROGRESS));
  const kept = { userId: USER, bookId: 'b', seriesId: 's', title: 'B', finishedAt: null, state: 'kept' };
  await (await openOfflineDb()).put('books', kept as KeptBook);
});

afterEach(() => {
  stopSending();
  ownerStore.set(undefined);
  keptStore.set(undefined);
  vi.unstubAllGlobals();
});

const marks = (read: boolean) =>
  ({ kind: 'marks', read, picked: { kind: 'series', count: 1, of: { ids: ['s'] } } }) as const;

it('is changed before pages hear of the change', async () => {
  let seen: unknown;
  const unwatch = keptStore.watch(() => (seen = readKept(`${BOOK}/progress`)));
  await putInOutbox({ title: 'B', change: marks(true) }, 1000);
  unwatch();
  expect(seen).toMatchObject({ completed: true });
  expect((await readKeptBook())?.finishedAt).toBe(1000);
});

it('is as before once a mark was taken back', async () => {
  const undo = await putInOutbox({ title: 'B', change: marks(false) }, 1000);
  expect(readKept(`${BOOK}/progress`)).toBeNull();
  await undo();
  expect(readKept(`${BOOK}/progress`)).toEqual(PROGRESS);
  expect(readKept(BOOK)).toMatchObject({ book: { readProgress: PROGRESS } });
  expect(keptStore.get()?.outbox).toEqual([]);
});

it('keeps what was read after a mark that is taken back', async () => {
  const undo = await putInOutbox({ title: 'B', change: marks(true) }, 1000);
  await putInOutbox({ title: 'B', change: { kind: 'reading', bookId: 'b', session: 'progress', page: 3 } }, 2000);
  await undo();
  expect(readKept(`${BOOK}/progress`)).toMatchObject({ currentPage: 3 });
});

it('gives back the change that a later one had replaced', async () => {
  const want = (wanted: boolean) => ({ kind: 'want', of: 'book', id: 'b', wanted }) as const;
  await putInOutbox({ title: 'B', change: want(true) }, 1000);
  const undo = await putInOutbox({ title: 'B', change: want(false) }, 2000);
  const [later] = keptStore.get()?.outbox ?? [];
  await undo();
  expect(keptStore.get()?.outbox).toMatchObject([{ at: 1000, change: want(true) }]);
  expect(wasTakenBack(later?.id ?? '')).toBe(true);
});

it('has the places of closed pages in the outbox, and forgets them with the user', async () => {
  const last = { userId: USER, title: 'B', at: 1000, page: 3 };
  noteLastPlace({ ...last, bookId: 'b' });
  noteLastPlace({ ...last, bookId: 'c' });
  await takeLastPlaces();
  expect(keptStore.get()).toMatchObject({ settings: defaultSettings(USER), outbox: [{ at: 1000 }, { at: 1000 }] });
  expect(findLastPlaces(USER)).toEqual([]);
  noteLastPlace({ ...last, bookId: 'b' });
  await wipeOffline(USER);
  expect(findLastPlaces(USER)).toEqual([]);
});
