import { describe, expect, it } from 'vitest';
import { retryTime } from './analyze-book.ts';

describe('retryTime', () => {
  it('waits longer each time, and gives up after the fourth', () => {
    const pauses = [1, 2, 3, 4].map((attempts) => (retryTime(attempts, 1_000) ?? 0) - 1_000);
    expect(pauses).toEqual([600_000, 3_600_000, 21_600_000, 86_400_000]);
    expect(retryTime(5, 1_000)).toBeNull();
  });
});
