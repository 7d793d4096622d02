import { describe, expect, it } from 'vitest';
import { RequestCounters } from './request-counters.ts';

const ANSWER = { method: 'GET', route: '/books/{id}', status: 200, sentBytes: 10, durationMs: 2 };

describe('counters of requests', () => {
  it('count by route, method and class of the status', () => {
    const counters = new RequestCounters();
    counters.count(ANSWER);
    counters.count({ ...ANSWER, status: 404 });
    counters.count({ ...ANSWER, method: 'PUT', status: 599, durationMs: undefined });
    expect(counters.all).toMatchObject({ byStatus: [0, 1, 0, 1, 1], sentBytes: 30 });
    expect(counters.all.durations.count).toBe(2);
    const rows = counters.routes().map(({ method, byStatus }) => [method, byStatus]);
    expect(rows).toEqual([
      ['GET', [0, 1, 0, 1, 0]],
      ['PUT', [0, 0, 0, 0, 1]],
    ]);
  });

  it('stay few, whatever methods and statuses clients and bugs come up with', () => {
    const counters = new RequestCounters();
    for (let n = 0; n < 500; n += 1) counters.count({ ...ANSWER, method: `M${String(n)}`, status: n * 7 });
    expect(counters.routes().map(({ method }) => method)).toEqual(['other']);
    expect(counters.all.byStatus.reduce((sum, count) => sum + count, 0)).toBe(500);
  });
});
