import { describe, expect, it } from 'vitest';
import { addDays, toBucket, createCalendar, countDays, findStreaks, isTimezone, listBuckets } from './calendar.ts';

describe('calendarOf()', () => {
  it('tells days by the clock of its time zone', () => {
    const at = Date.parse('2026-03-01T23:30:00Z');
    expect(createCalendar('UTC').toDay(at)).toBe('2026-03-01');
    expect(createCalendar('Europe/Berlin').toDay(at)).toBe('2026-03-02');
    expect(createCalendar('America/Los_Angeles').toDay(at)).toBe('2026-03-01');
  });

  it('finds where a day begins, also when clocks change', () => {
    const begins = (zone: string, day: string) => new Date(createCalendar(zone).getStart(day)).toISOString();
    expect(begins('UTC', '2026-01-01')).toBe('2026-01-01T00:00:00.000Z');
    expect(begins('Europe/Berlin', '2026-03-29')).toBe('2026-03-28T23:00:00.000Z');
    expect(begins('Europe/Berlin', '2026-03-30')).toBe('2026-03-29T22:00:00.000Z');
    expect(begins('Asia/Kathmandu', '2026-01-01')).toBe('2025-12-31T18:15:00.000Z');
    expect(begins('Pacific/Kiritimati', '2026-01-01')).toBe('2025-12-31T10:00:00.000Z');
  });

  it('knows which time zones there are', () => {
    expect([isTimezone('Europe/Berlin'), isTimezone('Mars/Base'), isTimezone('')]).toEqual([true, false, false]);
  });
});

describe('periods', () => {
  it('begin weeks on Monday, also around the new year', () => {
    expect([toBucket('2026-01-04', 'week'), toBucket('2026-01-05', 'week')]).toEqual(['2025-12-29', '2026-01-05']);
    expect([toBucket('2026-05-31', 'month'), toBucket('2026-05-31', 'year')]).toEqual(['2026-05-01', '2026-01-01']);
  });

  it('are all that a range touches', () => {
    expect(listBuckets('2026-01-30', '2026-03-01', 'month')).toEqual(['2026-01-01', '2026-02-01', '2026-03-01']);
    expect(listBuckets('2026-01-30', '2026-02-01', 'day')).toEqual(['2026-01-30', '2026-01-31', '2026-02-01']);
    expect([addDays('2026-02-28', 1), countDays('2026-02-28', '2026-03-01')]).toEqual(['2026-03-01', 2]);
  });
});

describe('findStreaks()', () => {
  const days = ['2026-01-01', '2026-01-02', '2026-01-03', '2026-01-10', '2026-01-11'];

  it('counts up to today, or to yesterday while today has nothing yet', () => {
    expect(findStreaks(days, '2026-01-11').currentDays).toBe(2);
    expect(findStreaks(days, '2026-01-12').currentDays).toBe(2);
    expect(findStreaks(days, '2026-01-13').currentDays).toBe(0);
    expect(findStreaks([], '2026-01-13')).toEqual({
      currentDays: 0,
      longestDays: 0,
      longestFrom: null,
      longestTo: null,
    });
  });

  it('finds the longest one', () => {
    const longest = { longestDays: 3, longestFrom: '2026-01-01', longestTo: '2026-01-03' };
    expect(findStreaks(days, '2026-01-11')).toMatchObject(longest);
  });
});
