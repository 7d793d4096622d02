import { describe, expect, it } from 'vitest';
import { sayPages, showPages } from './describe-pages.ts';

const roman = (page: number): string | undefined => ['i', 'ii', 'iii', 'iv'][page - 1];
const counted = (page: number): string => String(page);

describe('sayPages', () => {
  it('names one page or both', () => {
    expect(sayPages([12], 205)).toBe('Page 12 of 205');
    expect(sayPages([13, 12], 205)).toBe('Pages 12 and 13 of 205');
    expect(sayPages([], 0)).toBe('');
    expect(sayPages([3000], 12_345)).toBe('Page 3,000 of 12,345');
  });

  it('gives the printed label and the page number', () => {
    expect(sayPages([4], 220, roman)).toBe('Page iv (4 of 220)');
    expect(sayPages([5, 4], 220, roman)).toBe('Pages iv and 5 (4 and 5 of 220)');
    expect(sayPages([4], 220, counted)).toBe('Page 4 of 220');
    expect(sayPages([1004], 2200, counted)).toBe('Page 1,004 of 2,200');
    expect(sayPages([1004, 4], 2200, roman)).toBe('Pages iv and 1,004 (4 and 1,004 of 2,200)');
  });
});

describe('showPages', () => {
  it('is short', () => {
    expect(showPages([12, 13], 205)).toBe('12–13 / 205');
    expect(showPages([1000], 2000)).toBe('1,000 / 2,000');
  });

  it('shows the printed label', () => {
    expect(showPages([4], 220, roman)).toBe('iv (4 of 220)');
    expect(showPages([3, 2], 220, roman)).toBe('ii–iii (2–3 of 220)');
    expect(showPages([7], 220, roman)).toBe('7 / 220');
  });
});
