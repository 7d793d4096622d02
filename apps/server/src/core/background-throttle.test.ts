import { describe, expect, it } from 'vitest';
import { createBackgroundThrottle, yieldToRequests } from './background-throttle.ts';

/** An event loop with a clock of its own: each turn takes requests as long as the list says, then nothing. */
function fakeLoop(turns: number[] = [], isAsked = true) {
  let now = 0;
  return {
    activeMs: () => now,
    nextTurn: async () => {
      now += turns.shift() ?? 0;
    },
    work: (ms: number) => async () => {
      now += ms;
    },
    isAsked: () => isAsked,
    slicesMs: 0,
    turns,
  };
}

const LIMITS = { least: 2, most: 50 };

describe('a background throttle', () => {
  it('grows without requests, up to its limit, never more than twofold', async () => {
    const loop = fakeLoop();
    const throttle = createBackgroundThrottle(LIMITS, loop);
    const sizes: number[] = [];
    for (let slice = 0; slice < 7; slice += 1) {
      sizes.push(throttle.size);
      await throttle.spend(loop.work(throttle.size * 0.1));
    }
    expect(sizes).toEqual([2, 4, 8, 16, 32, 50, 50]);
  });

  it('shrinks to what takes 20 ms when pieces are slow, and to its least when they are slower', async () => {
    const loop = fakeLoop();
    const throttle = createBackgroundThrottle({ least: 2, most: 8 }, loop);
    for (let slice = 0; slice < 4; slice += 1) await throttle.spend(loop.work(0));
    expect(throttle.size).toBe(8);
    await throttle.spend(loop.work(40));
    expect(throttle.size).toBe(4);
    await throttle.spend(loop.work(4_000));
    expect(throttle.size).toBe(2);
  });

  it('takes a small share of the time that others take', async () => {
    const loop = fakeLoop();
    const throttle = createBackgroundThrottle(LIMITS, loop);
    for (let slice = 0; slice < 6; slice += 1) await throttle.spend(loop.work(1));
    expect(throttle.size).toBe(50);
    // 15 ms of the 100 that others took.
    loop.turns.push(100);
    await throttle.spend(loop.work(50));
    expect(throttle.size).toBe(15);
    // At least 4 ms, however little that is of what they take.
    loop.turns.push(3, 3, 3, 0);
    await throttle.spend(loop.work(15));
    expect(throttle.size).toBe(4);
  });

  it('hands on what a slice brings, and what it fails with', async () => {
    const throttle = createBackgroundThrottle(LIMITS, fakeLoop());
    expect(await throttle.spend(async () => 'done')).toBe('done');
    await expect(throttle.spend(async () => Promise.reject(new Error('disk')))).rejects.toThrow('disk');
  });
});

describe('yielding to requests', () => {
  it('ends with the first turn in which hardly anything was to be done', async () => {
    const loop = fakeLoop([5, 7, 1, 9]);
    expect(await yieldToRequests(loop)).toBe(7);
    expect(loop.turns).toEqual([9]);
  });

  it('does not take the slices of other background work for requests', async () => {
    const loop = fakeLoop();
    const other = createBackgroundThrottle(LIMITS, loop);
    let ended: Promise<void> | undefined;
    const waiting = yieldToRequests({
      ...loop,
      get slicesMs() {
        return loop.slicesMs;
      },
      nextTurn: async () => {
        ended = other.spend(loop.work(20));
        await ended;
      },
    });
    expect(await waiting).toBe(0);
    await ended;
  });

  it('is one turn without requests', async () => {
    const loop = fakeLoop([20, 20, 20], false);
    expect(await yieldToRequests(loop)).toBe(0);
    expect(loop.turns).toEqual([20, 20]);
  });

  it('ends after some turns when others never do', async () => {
    const loop = fakeLoop(Array.from({ length: 20 }, () => 3));
    await yieldToRequests(loop);
    expect(loop.turns).toHaveLength(12);
  });

  it('ends after some time when turns are long', async () => {
    const loop = fakeLoop([20, 20, 20]);
    await yieldToRequests(loop);
    expect(loop.turns).toEqual([20]);
  });
});
