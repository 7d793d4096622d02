import { describe, expect, it } from 'vitest';
import { mapConcurrently } from './map-concurrently.ts';

/** Work that ends when it is told to. */
function heldWork() {
  const begun: number[] = [];
  const ends = new Map<number, { readonly finish: (goOn: boolean) => void; readonly fail: (error: Error) => void }>();
  return {
    begun,
    work: async (item: number) => {
      begun.push(item);
      return await new Promise<boolean>((finish, fail) => ends.set(item, { finish, fail }));
    },
    finish: async (item: number, goOn = true) => {
      ends.get(item)?.finish(goOn);
      await new Promise((wake) => setImmediate(wake));
    },
    fail: async (item: number) => {
      ends.get(item)?.fail(new Error(`Item ${String(item)}`));
      await new Promise((wake) => setImmediate(wake));
    },
  };
}

describe('mapConcurrently', () => {
  it('works on a few at a time, and begins the next when one is done', async () => {
    const { begun, work, finish } = heldWork();
    const done = mapConcurrently([1, 2, 3, 4], 2, work);
    expect(begun).toEqual([1, 2]);
    await finish(2);
    expect(begun).toEqual([1, 2, 3]);
    await finish(1);
    await finish(3);
    await finish(4);
    expect(await done).toBe(true);
    expect(begun).toEqual([1, 2, 3, 4]);
  });

  it('begins nothing more once told so, and lets end what has begun', async () => {
    const { begun, work, finish } = heldWork();
    let isDone = false;
    const done = mapConcurrently([1, 2, 3], 2, work).finally(() => (isDone = true));
    await finish(1, false);
    expect(isDone).toBe(false);
    await finish(2);
    expect(await done).toBe(false);
    expect(begun).toEqual([1, 2]);
  });

  it('throws what failed when all that has begun is over', async () => {
    const { begun, work, finish, fail } = heldWork();
    let failed: unknown;
    const done = mapConcurrently([1, 2, 3], 2, work).catch((error: unknown) => (failed = error));
    await fail(2);
    expect(failed).toBeUndefined();
    await finish(1);
    await done;
    expect(failed).toEqual(new Error('Item 2'));
    expect(begun).toEqual([1, 2]);
  });
});
