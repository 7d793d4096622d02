import { describe, expect, it } from 'vitest';
import { changeWords, scanRecord } from './scan-changes.ts';

describe('scanRecord', () => {
  it('reads complete and partial results', () => {
    const record = scanRecord({
      result: { booksAdded: 2, booksUpdated: 1, booksMoved: 3, warnings: ['No access', 7] },
    });
    expect(record).toMatchObject({
      booksAdded: 2,
      booksChanged: 1,
      booksMoved: 3,
      booksPurged: 0,
      warnings: ['No access'],
    });
    expect(record === undefined ? '' : changeWords(record)).toBe('2 books added, 1 book changed, 3 books moved');
  });

  it('is undefined without a result', () => {
    expect(scanRecord({ result: null })).toBeUndefined();
    expect(scanRecord({ result: 'done' })).toBeUndefined();
    expect(scanRecord({ result: [1] })).toBeUndefined();
  });
});
