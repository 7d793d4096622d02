import { describe, expect, it } from 'vitest';
import { appeared } from './facts.ts';

describe('appeared', () => {
  it('includes the day and the month when known', () => {
    expect(appeared({ year: 2019, month: 3, day: null })).toBe('March 2019');
    expect(appeared({ year: 2019, month: 3, day: 12 })).toBe('12 March 2019');
    expect(appeared({ year: 2019, month: 13, day: 1 })).toBe('2019');
    expect(appeared({ year: null, month: 3, day: 1 })).toBeUndefined();
  });
});
