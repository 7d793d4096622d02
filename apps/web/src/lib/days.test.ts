import { describe, expect, it } from 'vitest';
import { addDays, countDays, toDay, isDay, longDay, shortDay, getWeekday } from './days.ts';

describe('days', () => {
  it('are added and counted across months, years and leap days', () => {
    expect(addDays('2024-02-28', 1)).toBe('2024-02-29');
    expect(addDays('2026-01-01', -1)).toBe('2025-12-31');
    expect(countDays('2024-01-01', '2024-12-31')).toBe(366);
    expect(countDays('2026-03-28', '2026-03-29')).toBe(2);
  });

  it('follow the local time zone', () => {
    expect(toDay(new Date(2026, 0, 2, 23, 59).getTime())).toBe('2026-01-02');
  });

  it('have weekdays from Monday', () => {
    expect(['2026-11-16', '2026-11-22'].map(getWeekday)).toEqual([0, 6]);
  });

  it.each([
    ['2026-02-28', true],
    ['2026-02-29', false],
    ['2026-13-01', false],
    ['26-01-01', false],
    ['', false],
  ])('%s is valid: %s', (text, is) => expect(isDay(text)).toBe(is));

  it('are formatted in several lengths', () => {
    expect([shortDay('2026-11-03'), longDay('2026-11-03')]).toEqual(['3 Nov', 'Tuesday, 3 November 2026']);
  });
});
