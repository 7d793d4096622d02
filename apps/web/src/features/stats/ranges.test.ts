import { describe, expect, it } from 'vitest';
import { resolveRange } from './ranges.ts';

const TODAY = '2026-03-15';

describe('the range of a choice', () => {
  it.each([
    [{}, '2026-02-14', TODAY, 'day'],
    [{ range: 'weeks' }, '2025-12-15', TODAY, 'week'],
    [{ range: 'months' }, '2025-04-01', TODAY, 'month'],
    [{ range: 'own' }, '2025-12-16', TODAY, 'day'],
    [{ range: 'own', from: '2026-01-01', to: '2026-01-31' }, '2026-01-01', '2026-01-31', 'day'],
    [{ range: 'own', from: '2026-01-31', to: '2026-01-01' }, '2026-01-01', '2026-01-31', 'day'],
    [{ range: 'own', from: '2025-01-01', to: '2025-12-31' }, '2025-01-01', '2025-12-31', 'week'],
    [{ range: 'own', from: '2020-01-01' }, '2020-01-01', TODAY, 'month'],
    [{ range: 'own', from: '1990-01-01' }, '2016-03-08', TODAY, 'month'],
  ] as const)('%o is %s to %s by the %s', (choice, from, to, granularity) => {
    expect(resolveRange(choice, TODAY)).toEqual({ from, to, granularity });
  });
});
