import { describe, expect, it } from 'vitest';
import { isFinished } from './live-place.ts';

describe('whether a book is finished', () => {
  it('follows what the client says, also when the last page is open', () => {
    expect(isFinished({ currentPage: 10, pageCount: 10, completed: false })).toBe(false);
    expect(isFinished({ currentPage: 1, pageCount: 10, completed: true })).toBe(true);
  });

  it('is so on the last page', () => {
    expect(isFinished({ currentPage: 9, pageCount: 10 })).toBe(false);
    expect(isFinished({ currentPage: 10, pageCount: 10 })).toBe(true);
  });

  it('is so from 98 % on', () => {
    expect(isFinished({ currentPage: 1, pageCount: 100, progressPercentage: 0.979 })).toBe(false);
    expect(isFinished({ currentPage: 1, pageCount: 100, progressPercentage: 0.98 })).toBe(true);
  });

  it('is never so by the page while the number of pages is unknown', () => {
    expect(isFinished({ currentPage: 7, pageCount: 0 })).toBe(false);
  });
});
