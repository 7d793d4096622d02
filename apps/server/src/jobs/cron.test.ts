import { describe, expect, it } from 'vitest';
import { findNextRun } from './cron.ts';

/** The next times of a schedule, one after the other, as texts in UTC. */
function nextRuns(cronSchedule: string, cronTimezone: string, from: string, count: number): string[] {
  const times: string[] = [];
  let at = Date.parse(from);
  for (let index = 0; index < count; index += 1) {
    at = findNextRun({ cronSchedule, cronTimezone }, at) ?? Number.NaN;
    times.push(new Date(at).toISOString().slice(0, 16));
  }
  return times;
}

describe('findNextRun()', () => {
  it.each(['0 4 * * 0', '0 4 * * 7', '0 4 * * SUN', '0 0 4 * * sun'])('takes %s for Sundays at four', (schedule) => {
    // The 22nd of November 2026 is a Sunday.
    expect(nextRuns(schedule, 'UTC', '2026-11-20T00:00:00Z', 2)).toEqual(['2026-11-22T04:00', '2026-11-29T04:00']);
  });

  it('reads the fields in the time zone, and seconds when they are given', () => {
    expect(nextRuns('30 23 * * 1-5', 'America/New_York', '2026-11-20T12:00:00Z', 2)).toEqual([
      '2026-11-21T04:30',
      '2026-11-24T04:30',
    ]);
    const at = findNextRun({ cronSchedule: '15 0 0 * * *', cronTimezone: 'UTC' }, Date.parse('2026-11-20T00:00:00Z'));
    expect(new Date(at ?? 0).toISOString()).toBe('2026-11-20T00:00:15.000Z');
  });

  it('comes once on the day whose clock leaves its time out', () => {
    expect(nextRuns('30 2 * * *', 'Europe/Berlin', '2026-03-28T12:00:00Z', 2)).toEqual([
      '2026-03-29T01:00',
      '2026-03-30T00:30',
    ]);
  });

  it('comes once on the day whose clock brings its time twice, also when it is asked in between', () => {
    expect(nextRuns('30 2 * * *', 'Europe/Berlin', '2026-10-24T12:00:00Z', 2)).toEqual([
      '2026-10-25T00:30',
      '2026-10-26T01:30',
    ]);
    expect(nextRuns('30 2 * * *', 'Europe/Berlin', '2026-10-25T00:45:00Z', 1)).toEqual(['2026-10-26T01:30']);
  });

  it('goes on every hour through an hour that comes twice', () => {
    expect(nextRuns('0 * * * *', 'Europe/Berlin', '2026-10-24T23:30:00Z', 3)).toEqual([
      '2026-10-25T00:00',
      '2026-10-25T01:00',
      '2026-10-25T02:00',
    ]);
  });

  it('never comes on a day that no year has', () => {
    expect(findNextRun({ cronSchedule: '0 4 31 2 *', cronTimezone: 'UTC' }, 0)).toBeUndefined();
  });
});
