import { describe, expect, it } from 'vitest';
import type { StoredReading } from '#db/repos/reading/pack-reading.ts';
import { createReadingCache } from './reading-cache.ts';

function buildBook(pages: number): StoredReading {
  const page = {
    name: 'p.jpg',
    mediaType: 'image/jpeg',
    width: 1,
    height: 1,
    byteLength: 1,
    source: { kind: 'pdf', index: 0 },
  } as const;
  return { format: 'cbz', layout: 'pages', pages: new Array<typeof page>(pages).fill(page), epub: null, outline: [] };
}

function newDesk() {
  const cache = createReadingCache();
  const loads: string[] = [];
  const get = async (bookId: string, analyzedAt: number, reading: StoredReading | undefined) =>
    cache.get(bookId, analyzedAt, async () => {
      loads.push(`${bookId}@${analyzedAt}`);
      return reading;
    });
  return { cache, loads, get };
}

describe('the cache of readings', () => {
  it('loads once for all who ask, also at the same time', async () => {
    const { loads, get } = newDesk();
    const book = buildBook(3);
    const [one, other] = await Promise.all([get('a', 1, book), get('a', 1, book)]);
    expect([one, other, await get('a', 1, book)]).toEqual([book, book, book]);
    expect(loads).toEqual(['a@1']);
  });

  it('takes a later analysis for another reading', async () => {
    const { loads, get } = newDesk();
    await get('a', 1, buildBook(3));
    const later = buildBook(4);
    expect(await get('a', 2, later)).toBe(later);
    expect(loads).toEqual(['a@1', 'a@2']);
  });

  it('recalls what has been loaded, of that analysis alone', async () => {
    const { cache, get } = newDesk();
    const book = buildBook(3);
    const loading = get('a', 1, book);
    expect(cache.recall('a', 1)).toBeUndefined();
    await loading;
    expect([cache.recall('a', 1), cache.recall('a', 2), cache.recall('b', 1)]).toEqual([book, undefined, undefined]);
  });

  it('keeps neither nothing nor a failure', async () => {
    const { cache, loads, get } = newDesk();
    expect(await get('a', 1, undefined)).toBeUndefined();
    const failing = cache.get('a', 1, () => Promise.reject(new Error('no disk')));
    await expect(failing).rejects.toThrow('no disk');
    await get('a', 1, buildBook(1));
    expect(loads).toEqual(['a@1', 'a@1']);
  });

  it('lets the longest unused go when it grows too large', async () => {
    const { loads, get } = newDesk();
    for (const id of ['a', 'b']) await get(id, 1, buildBook(40_000));
    await get('a', 1, buildBook(1));
    await get('c', 1, buildBook(40_000));
    await get('a', 1, buildBook(1));
    expect(loads).toEqual(['a@1', 'b@1', 'c@1']);
    await get('b', 1, buildBook(1));
    expect(loads).toHaveLength(4);
  });
});
