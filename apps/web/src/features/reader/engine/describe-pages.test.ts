import { describe, expect, it } from 'vitest';
import { sayPages, showPages } from './describe-pages.ts';

describe('sayPages', () => {
  it('names one page or both', () => {
    expect(sayPages([12], 205)).toBe('Page 12 of 205');
    expect(sayPages([13, 12], 205)).toBe('Pages 12 and 13 of 205');
    expect(sayPages([], 0)).toBe('');
  });
});

describe('showPages', () => {
  it('is short', () => {
    expect(showPages([12, 13], 205)).toBe('12–13 / 205');
  });
});
