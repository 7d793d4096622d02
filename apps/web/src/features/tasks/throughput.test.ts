import { describe, expect, it } from 'vitest';
import { measureThroughput } from './throughput.ts';

const NOON = Date.parse('2026-03-01T12:00:00.000Z');
const at = (secondsBefore: number) => new Date(NOON - secondsBefore * 1000).toISOString();

/** Times are seconds before noon. */
function task(created: number, began: number | null, ended: number | null, scheduled = created) {
  return {
    createdAt: at(created),
    scheduledFor: at(scheduled),
    startedAt: began === null ? null : at(began),
    completedAt: ended === null ? null : at(ended),
  };
}

describe('the throughput of tasks', () => {
  it('counts the last hour, and takes the median of waiting and run time', () => {
    const done = [task(100, 90, 80), task(200, 100, 99), task(4000, 3999, 3700), task(60, 58, 55)];
    const pace = measureThroughput(done, 100, NOON);
    expect(pace).toEqual({ lastHour: 3, orMore: false, usualWaitMs: 2000, usualWorkMs: 3000 });
  });

  it('counts waiting from the due time', () => {
    expect(measureThroughput([task(500, 10, 5, 12)], 100, NOON).usualWaitMs).toBe(2000);
  });

  it('reports that the sample is too small when all of it is from the last hour', () => {
    expect(measureThroughput([task(3, 2, 1), task(3, 2, 1)], 2, NOON)).toMatchObject({ lastHour: 2, orMore: true });
  });

  it('is undefined without tasks', () => {
    expect(measureThroughput([], 100, NOON)).toEqual({
      lastHour: 0,
      orMore: false,
      usualWaitMs: undefined,
      usualWorkMs: undefined,
    });
    expect(measureThroughput([task(9, null, 3)], 100, NOON)).toMatchObject({ lastHour: 1, usualWaitMs: undefined });
  });
});
