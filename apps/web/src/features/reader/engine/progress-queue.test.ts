import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createProgressQueue, type SendOutcome } from './progress-queue.ts';

function start(outcomes: SendOutcome[] = []) {
  const sent: { page: number; keepalive: boolean; isLate: boolean }[] = [];
  const queue = createProgressQueue({
    send: async ({ currentPage }, how) => {
      sent.push({ page: currentPage, ...how });
      await new Promise((resolve) => setTimeout(resolve, 50));
      return outcomes.shift() ?? 'stored';
    },
    delayMs: 1000,
    retryMs: 4000,
    setTimer: (run, delayMs) => Number(setTimeout(run, delayMs)),
    clearTimer: (timer) => {
      clearTimeout(timer);
    },
    now: Date.now,
  });
  return { queue, sent, pages: () => sent.map(({ page }) => page) };
}

describe('createProgressQueue', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('sends the first turn at once, and of many that follow only the last', async () => {
    const { queue, pages } = start();
    for (let page = 1; page <= 20; page += 1) queue.push({ currentPage: page });
    expect(pages()).toEqual([1]);
    await vi.advanceTimersByTimeAsync(1100);
    expect(pages()).toEqual([1, 20]);
  });

  it('goes on while the reader never rests', async () => {
    const { queue, pages } = start();
    for (let page = 1; page <= 30; page += 1) {
      queue.push({ currentPage: page });
      await vi.advanceTimersByTimeAsync(200);
    }
    await vi.advanceTimersByTimeAsync(3000);
    expect(pages().length).toBeGreaterThanOrEqual(5);
    expect(pages().at(-1)).toBe(30);
  });

  it('does not send twice what is stored', async () => {
    const { queue, pages } = start();
    queue.push({ currentPage: 4 });
    await vi.advanceTimersByTimeAsync(1100);
    queue.push({ currentPage: 4 });
    await vi.advanceTimersByTimeAsync(5000);
    expect(pages()).toEqual([4]);
  });

  it('tries again while the server is away, with the newest mark', async () => {
    const { queue, pages } = start(['retry', 'retry']);
    queue.push({ currentPage: 4 });
    await vi.advanceTimersByTimeAsync(1100);
    queue.push({ currentPage: 6 });
    await vi.advanceTimersByTimeAsync(20_000);
    expect(pages()).toEqual([4, 6, 6]);
  });

  it('tries at once when it is told that the network is back', async () => {
    const { queue, pages } = start(['retry']);
    queue.push({ currentPage: 4 });
    await vi.advanceTimersByTimeAsync(1100);
    queue.flush(false);
    await vi.advanceTimersByTimeAsync(100);
    expect(pages()).toEqual([4, 4]);
  });

  it('says that a mark comes late once one could not be stored', async () => {
    const { queue, sent } = start(['retry', 'stored']);
    queue.push({ currentPage: 4 });
    await vi.advanceTimersByTimeAsync(5100);
    queue.push({ currentPage: 5 });
    await vi.advanceTimersByTimeAsync(5100);
    expect(sent.map(({ page, isLate }) => [page, isLate])).toEqual([
      [4, false],
      [4, true],
      [5, false],
    ]);
  });

  it('says that a mark comes late when the device slept before it could be sent', async () => {
    const { queue, sent } = start();
    queue.push({ currentPage: 4 });
    await vi.advanceTimersByTimeAsync(100);
    queue.push({ currentPage: 5 });
    vi.setSystemTime(Date.now() + 3_600_000);
    await vi.advanceTimersByTimeAsync(1100);
    expect(sent.map(({ page, isLate }) => [page, isLate])).toEqual([
      [4, false],
      [5, true],
    ]);
  });

  it('forgets what waits when the reader goes elsewhere', async () => {
    const { queue, pages } = start();
    queue.push({ currentPage: 4 });
    queue.push({ currentPage: 5 });
    queue.discard();
    queue.close();
    await vi.advanceTimersByTimeAsync(5000);
    expect(pages()).toEqual([4]);
  });

  it('does not insist when the server refuses', async () => {
    const { queue, pages } = start(['refused']);
    queue.push({ currentPage: 4 });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(pages()).toEqual([4]);
  });

  it('sends what waits when the page goes away, even beside a running request', async () => {
    const { queue, sent } = start();
    queue.push({ currentPage: 4 });
    await vi.advanceTimersByTimeAsync(10);
    queue.push({ currentPage: 5 });
    queue.flush(true);
    expect(sent).toEqual([
      { page: 4, keepalive: false, isLate: false },
      { page: 5, keepalive: true, isLate: false },
    ]);
    await vi.advanceTimersByTimeAsync(5000);
    expect(sent).toHaveLength(2);
  });

  it('takes nothing more once closed', async () => {
    const { queue, pages } = start();
    queue.push({ currentPage: 3 });
    await vi.advanceTimersByTimeAsync(100);
    queue.push({ currentPage: 4 });
    queue.close();
    queue.push({ currentPage: 5 });
    await vi.advanceTimersByTimeAsync(5000);
    expect(pages()).toEqual([3, 4]);
  });
});
