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

  it('sends the first mark at once, and of many that follow only the last', async () => {
    const { queue, pages } = start();
    for (let page = 1; page <= 20; page += 1) queue.push({ currentPage: page });
    expect(pages()).toEqual([1]);
    await vi.advanceTimersByTimeAsync(1100);
    expect(pages()).toEqual([1, 20]);
  });

  it('keeps sending while the user turns pages without a pause', async () => {
    const { queue, pages } = start();
    for (let page = 1; page <= 30; page += 1) {
      queue.push({ currentPage: page });
      await vi.advanceTimersByTimeAsync(200);
    }
    await vi.advanceTimersByTimeAsync(3000);
    expect(pages().length).toBeGreaterThanOrEqual(5);
    expect(pages().at(-1)).toBe(30);
  });

  it('does not resend a stored mark', async () => {
    const { queue, pages } = start();
    queue.push({ currentPage: 4 });
    await vi.advanceTimersByTimeAsync(1100);
    queue.push({ currentPage: 4 });
    await vi.advanceTimersByTimeAsync(5000);
    expect(pages()).toEqual([4]);
  });

  it('retries with the newest mark while the server is away', async () => {
    const { queue, pages } = start(['retry', 'retry']);
    queue.push({ currentPage: 4 });
    await vi.advanceTimersByTimeAsync(1100);
    queue.push({ currentPage: 6 });
    await vi.advanceTimersByTimeAsync(20_000);
    expect(pages()).toEqual([4, 6, 6]);
  });

  it('retries at once when the network returns', async () => {
    const { queue, pages } = start(['retry']);
    queue.push({ currentPage: 4 });
    await vi.advanceTimersByTimeAsync(1100);
    queue.flush(false);
    await vi.advanceTimersByTimeAsync(100);
    expect(pages()).toEqual([4, 4]);
  });

  it('marks a request as late after a failure', async () => {
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

  it('marks a request as late after the device slept', async () => {
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

  it('drops the pending mark when the user jumps elsewhere', async () => {
    const { queue, pages } = start();
    queue.push({ currentPage: 4 });
    queue.push({ currentPage: 5 });
    queue.discard();
    queue.close();
    await vi.advanceTimersByTimeAsync(5000);
    expect(pages()).toEqual([4]);
  });

  it('does not retry a refused mark', async () => {
    const { queue, pages } = start(['refused']);
    queue.push({ currentPage: 4 });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(pages()).toEqual([4]);
  });

  it('sends the pending mark when the page closes, even beside a running request', async () => {
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

  it('accepts nothing after it is closed', async () => {
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
