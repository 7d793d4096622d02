import { describe, expect, it } from 'vitest';
import { asKind, formatRun, readCron, scheduleWords, toCron } from './schedule.ts';

describe('readCron', () => {
  it.each([
    ['0 3 * * *', 'every night at 3:00'],
    ['30 18 * * *', 'every day at 18:30'],
    ['5  4 * * 1,5', 'every Monday and Friday at 4:05'],
    ['0 0 * * 7', 'every Sunday at 0:00'],
    ['0 2 15 * *', 'on day 15 of every month at 2:00'],
    ['0 */6 * * *', 'every 6 hours'],
    ['20 * * * *', 'every hour, 20 minutes past'],
  ])('parses "%s"', (cron, words) => {
    expect(scheduleWords(cron)).toBe(words);
    const schedule = readCron(cron);
    expect(schedule === undefined ? '' : toCron(schedule).replace('0 0 * * 0', '0 0 * * 7')).toBe(
      cron.replace('  ', ' '),
    );
  });

  it.each(['0 3 * * 1-5', '0 0 3 * * *', '61 3 * * *', '0 24 * * *', '0 */5 * * *', '0 3 32 * *', '0 3 1 * 1', ''])(
    'leaves "%s" as a custom expression',
    (cron) => {
      expect(readCron(cron)).toBeUndefined();
      expect(scheduleWords(cron)).toContain('by the schedule');
    },
  );
});

describe('asKind', () => {
  it('keeps the time of day and other shared parts', () => {
    expect(toCron(asKind('15 22 * * *', 'weekly'))).toBe('15 22 * * 0');
    expect(toCron(asKind('15 22 * * 2,4', 'weekly'))).toBe('15 22 * * 2,4');
    expect(toCron(asKind('0 3 * * 1-5', 'monthly'))).toBe('0 3 1 * *');
    expect(toCron(asKind('15 22 * * *', 'hourly'))).toBe('0 */6 * * *');
  });
});

describe('formatRun', () => {
  it('uses the given time zone', () => {
    expect(formatRun('2026-11-22T02:00:00.000Z', 'Europe/Berlin')).toBe('Sun 22 Nov, 3:00');
    expect(formatRun('2026-11-22T13:05:00.000Z', 'UTC')).toBe('Sun 22 Nov, 13:05');
  });
});
