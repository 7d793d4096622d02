import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createWaitingLine } from './waiting-line.ts';

/** Works that end when they are told to. */
function newWorks() {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  return {
    begun,
    work: (name: string) => async () => {
      begun.push(name);
      await new Promise<void>((resolve) => {
        ends.set(name, resolve);
      });
      return name;
    },
    end: async (name: string) => {
      ends.get(name)?.();
      await nextTurn();
    },
  };
}

const { signal } = new AbortController();

describe('createWaitingLine', () => {
  it('does so many works at once, the others in the order in which they came', async () => {
    const line = createWaitingLine(2);
    const { begun, work, end } = newWorks();
    const all = ['a', 'b', 'c', 'd'].map(async (name) => line(signal, work(name)));
    await nextTurn();
    expect(begun).toEqual(['a', 'b']);
    await end('b');
    expect(begun).toEqual(['a', 'b', 'c']);
    await end('a');
    expect(begun).toEqual(['a', 'b', 'c', 'd']);
    await end('c');
    await end('d');
    expect(await Promise.all(all)).toEqual(['a', 'b', 'c', 'd']);
  });

  it('forgets who went away, and gives the place of one that failed to the next', async () => {
    const line = createWaitingLine(1);
    const { begun, work, end } = newWorks();
    const gone = new AbortController();
    const failing = expect(
      line(signal, async () => {
        await work('a')();
        throw new Error('no');
      }),
    ).rejects.toThrow('no');
    const leaving = expect(line(gone.signal, work('b'))).rejects.toThrow('went away');
    const last = line(signal, work('c'));
    gone.abort(new Error('went away'));
    await leaving;
    await end('a');
    await failing;
    expect(begun).toEqual(['a', 'c']);
    await end('c');
    expect(await last).toBe('c');
    await expect(line(gone.signal, work('d'))).rejects.toThrow('went away');
  });
});
