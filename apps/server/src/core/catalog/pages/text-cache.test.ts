import { describe, expect, it } from 'vitest';
import { createTextCache } from './text-cache.ts';

function newDesk() {
  const cache = createTextCache(100);
  const made: string[] = [];
  const get = async (name: string, bytes: number) =>
    cache.get(name, async () => {
      made.push(name);
      return Buffer.alloc(bytes);
    });
  return { cache, made, get };
}

describe('the cache of documents', () => {
  it('makes each once, for all who ask at the same time', async () => {
    const { made, get } = newDesk();
    const [one, other] = await Promise.all([get('a', 10), get('a', 10)]);
    expect(one).toBe(other);
    expect(await get('a', 10)).toBe(one);
    expect(made).toEqual(['a']);
  });

  it('lets the longest unused go, and what is too large never in', async () => {
    const { made, get } = newDesk();
    await get('a', 40);
    await get('b', 40);
    await get('a', 40);
    await get('c', 40);
    await get('a', 40);
    await get('huge', 101);
    await get('huge', 101);
    expect(made).toEqual(['a', 'b', 'c', 'huge', 'huge']);
    await get('b', 40);
    expect(made.at(-1)).toBe('b');
  });

  it('forgets a failure', async () => {
    const { cache, made, get } = newDesk();
    await expect(cache.get('a', () => Promise.reject(new Error('torn')))).rejects.toThrow('torn');
    await get('a', 1);
    expect(made).toEqual(['a']);
  });
});
