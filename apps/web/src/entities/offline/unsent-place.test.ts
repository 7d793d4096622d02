import type { ReadProgress } from '@lectern/contract';
import { describe, expect, it } from 'vitest';
import type { ReadingEntry } from './derive-unsent.ts';
import { chooseLater } from './unsent-place.ts';

const stored = (at: number) =>
  ({ id: 'p', bookId: 'b', currentPage: 3, completed: false, updatedAt: new Date(at).toISOString() }) as ReadProgress;
const unsent = (at: number, change: Partial<ReadingEntry['change']>): ReadingEntry => ({
  id: 'e',
  userId: 'u',
  at,
  startedAt: at,
  title: '',
  change: { kind: 'reading', bookId: 'b', session: 'progress', ...change },
});

describe('chooseLater', () => {
  it('opens at the place of this device unless another device read on later', () => {
    expect(chooseLater(stored(1), unsent(2, { page: 7 }), 10)).toMatchObject({ id: 'p', currentPage: 7 });
    expect(chooseLater(stored(3), unsent(2, { page: 7 }), 10)).toMatchObject({ currentPage: 3 });
    expect(chooseLater(stored(1), null, 10)).toMatchObject({ currentPage: 3 });
  });

  it('counts a book as finished as the server does', () => {
    const isDone = (change: Partial<ReadingEntry['change']>) =>
      chooseLater(undefined, unsent(2, change), 10)?.completed;
    expect(isDone({ page: 9 })).toBe(false);
    expect(isDone({ page: 10 })).toBe(true);
    expect(isDone({ page: 2, percentage: 0.98 })).toBe(true);
    expect(isDone({ session: 'completed' })).toBe(true);
  });

  it('begins again after a reset', () => {
    expect(chooseLater(stored(1), unsent(2, { session: 'reset' }), 10)).toBeUndefined();
  });
});
