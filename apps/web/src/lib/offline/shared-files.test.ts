import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { nameCaches } from './kept-addresses.ts';
import { MemoryCaches } from './memory-caches.ts';
import {
  checkShared,
  forgetShared,
  keepShared,
  listShared,
  MOST_SHARED,
  MOST_SHARED_BYTES,
  openShared,
  wipeShared,
} from './shared-files.ts';

const DAY_MS = 24 * 60 * 60_000;

const file = (name: string, size = 1) => ({ name, size });

describe('checkShared', () => {
  it('takes books, and refuses other files', () => {
    expect(checkShared([file('A 1.cbz'), file('B.EPUB'), file('notes.txt'), file('cbz')])).toEqual([
      undefined,
      undefined,
      'kind',
      'kind',
    ]);
  });

  it('takes so many files and bytes at once', () => {
    const many = checkShared([file('x.txt'), ...Array.from({ length: MOST_SHARED + 1 }, () => file('A.cbz'))]);
    expect(many.filter((problem) => problem === undefined)).toHaveLength(MOST_SHARED);
    expect(many.at(-1)).toBe('many');
    expect(checkShared([file('A.pdf', MOST_SHARED_BYTES), file('B.pdf', 1)])).toEqual([undefined, 'large']);
  });

  it('counts what waits already', () => {
    const waiting = Array.from({ length: MOST_SHARED }, () => ({ sizeBytes: 1 }));
    expect(checkShared([file('A.cbz')], waiting)).toEqual(['many']);
    expect(checkShared([file('A.cbz')], [{ sizeBytes: MOST_SHARED_BYTES }])).toEqual(['large']);
  });
});

describe('files that wait', () => {
  let stored = new MemoryCaches();
  let sharedAt = Date.now();

  async function share(userId: string | undefined, ...names: readonly string[]): Promise<void> {
    sharedAt += 1;
    await keepShared(
      '',
      names.map((name) => new File(['x'], name)),
      { userId, sharedAt },
    );
  }

  const list = async (userId: string, afterMs = 0) =>
    (await listShared('', userId, sharedAt + afterMs)).map(({ name }) => name);

  beforeEach(() => {
    stored = new MemoryCaches();
    vi.stubGlobal('caches', stored);
  });

  afterEach(() => vi.unstubAllGlobals());

  it('are those of their user, and those without one', async () => {
    await share('a', 'Of A.cbz');
    await share('b', 'Of B.cbz');
    await share(undefined, 'Of a guest.cbz');
    expect(await list('a')).toEqual(['Of A.cbz', 'Of a guest.cbz']);
    await wipeShared('', 'b');
    expect(await list('b')).toEqual([]);
    expect(await list('a')).toEqual(['Of A.cbz']);
  });

  it('wait for a week', async () => {
    await share('a', 'A.cbz');
    expect(await list('a', 6 * DAY_MS)).toEqual(['A.cbz']);
    expect(await list('a', 8 * DAY_MS)).toEqual([]);
  });

  it('are never lost with a cache that was empty a moment before', async () => {
    const cache = await stored.open(nameCaches('').shared);
    const put = cache.put.bind(cache);
    // A page looks, and forgets another file, while the worker writes.
    cache.put = async (...args) => {
      await listShared('', 'a');
      await forgetShared('', ['/shared/other']);
      await put(...args);
    };
    await share('a', 'A.cbz');
    const [found] = await listShared('', 'a');
    expect(found?.name).toBe('A.cbz');
    expect(found === undefined ? undefined : await (await openShared('', found))?.text()).toBe('x');
  });

  it('are limited in all, also those that are not taken', async () => {
    for (let times = 0; times < 3; times += 1) await share('a', ...Array.from({ length: 19 }, () => 'notes.txt'));
    expect(await list('a')).toHaveLength(2 * MOST_SHARED);
  });
});
