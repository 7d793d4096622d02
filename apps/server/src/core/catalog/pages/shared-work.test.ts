import { describe, expect, it } from 'vitest';
import { sharedWork } from './read-resource.ts';

const { signal } = new AbortController();

describe('shared work', () => {
  it('starts again when the request that began it was cancelled', async () => {
    let runs = 0;
    const work = async (): Promise<string> => {
      runs += 1;
      if (runs === 1) throw new DOMException('gone', 'AbortError');
      return 'done';
    };
    expect(await sharedWork(signal, work)).toBe('done');
    expect(runs).toBe(2);
  });

  it('ends when the one who asks went away', async () => {
    const gone = AbortSignal.abort();
    await expect(sharedWork(gone, () => Promise.reject(new DOMException('gone', 'AbortError')))).rejects.toThrow(
      'gone',
    );
  });

  it('passes on every other failure', async () => {
    await expect(sharedWork(signal, () => Promise.reject(new Error('torn')))).rejects.toThrow('torn');
  });
});
