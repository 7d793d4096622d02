import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { collectTouched } from './touched-folders.ts';

const TIMES = { quietMs: 2_000, maxWaitMs: 30_000, gapMs: 5_000 };

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

describe('collectTouched()', () => {
  it('makes one call of a burst', () => {
    const calls: (readonly string[])[] = [];
    using touched = collectTouched(TIMES, (folders) => void calls.push(folders));
    for (let file = 0; file < 100; file += 1) {
      touched.touch(file % 2 === 0 ? 'Saga' : 'Akira');
      vi.advanceTimersByTime(20);
    }
    expect(calls).toEqual([]);
    vi.advanceTimersByTime(2_000);
    expect(calls).toEqual([['Saga', 'Akira']]);
    vi.advanceTimersByTime(60_000);
    expect(calls).toHaveLength(1);
  });

  it('waits for a file that is still being copied, and for no other folder', () => {
    const calls: (readonly string[])[] = [];
    using touched = collectTouched(TIMES, (folders) => void calls.push(folders));
    touched.touch('Small');
    for (let second = 0; second < 10; second += 1) {
      touched.touch('Large');
      vi.advanceTimersByTime(1_000);
    }
    expect(calls).toEqual([['Small']]);
    vi.advanceTimersByTime(1_000);
    expect(calls).toEqual([['Small'], ['Large']]);
  });

  it('does not wait for ever for a folder that never rests', () => {
    const calls: (readonly string[])[] = [];
    using touched = collectTouched(TIMES, (folders) => void calls.push(folders));
    for (let second = 0; second < 70; second += 1) {
      touched.touch('Busy');
      vi.advanceTimersByTime(1_000);
    }
    expect(calls).toEqual([['Busy'], ['Busy']]);
  });

  it('leaves a gap between two calls', () => {
    const calls: (readonly string[])[] = [];
    using touched = collectTouched(TIMES, (folders) => void calls.push(folders));
    touched.touch('One');
    vi.advanceTimersByTime(2_000);
    touched.touch('Two');
    vi.advanceTimersByTime(4_999);
    expect(calls).toEqual([['One']]);
    vi.advanceTimersByTime(1);
    expect(calls).toEqual([['One'], ['Two']]);
  });

  it('says nothing any more once it is disposed', () => {
    const calls: (readonly string[])[] = [];
    const touched = collectTouched(TIMES, (folders) => void calls.push(folders));
    touched.touch('One');
    touched[Symbol.dispose]();
    vi.advanceTimersByTime(60_000);
    expect(calls).toEqual([]);
  });
});
