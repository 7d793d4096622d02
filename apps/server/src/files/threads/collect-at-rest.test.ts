import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { collectAtRest } from './collect-at-rest.ts';

const LONG_MS = 60_000;
const SHORT_MS = 100;

describe('a thread that collects at rest', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('collects once after its last work', () => {
    const collect = vi.fn();
    const rest = collectAtRest({ collect });
    for (let job = 0; job < 50; job += 1) {
      rest.begin();
      vi.advanceTimersByTime(SHORT_MS);
      rest.end();
      vi.advanceTimersByTime(SHORT_MS);
    }
    expect(collect).not.toHaveBeenCalled();
    vi.advanceTimersByTime(LONG_MS);
    expect(collect).toHaveBeenCalledTimes(1);
    rest.begin();
    rest.end();
    vi.advanceTimersByTime(LONG_MS);
    expect(collect).toHaveBeenCalledTimes(2);
  });

  it('does not while it works, however long that takes', () => {
    const collect = vi.fn();
    const rest = collectAtRest({ collect });
    rest.begin();
    rest.begin();
    rest.end();
    vi.advanceTimersByTime(LONG_MS);
    expect(collect).not.toHaveBeenCalled();
    rest.end();
    rest.begin();
    vi.advanceTimersByTime(LONG_MS);
    expect(collect).not.toHaveBeenCalled();
  });

  it('first lets go of what only work needs', () => {
    const done: string[] = [];
    const rest = collectAtRest({ collect: () => done.push('collect') }, () => done.push('let go'));
    rest.begin();
    rest.end();
    expect(done).toEqual([]);
    vi.advanceTimersByTime(LONG_MS);
    expect(done).toEqual(['let go', 'collect']);
  });

  it('has nothing to do where it cannot', () => {
    const rest = collectAtRest({ collect: undefined });
    rest.begin();
    rest.end();
    expect(vi.getTimerCount()).toBe(0);
  });
});
