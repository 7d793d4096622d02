import { expect } from '@playwright/test';
import { makeReadingShelf } from './_books/make-reading-shelf.ts';
import { newScannedTest } from './_books/scanned-test.ts';

const test = newScannedTest(makeReadingShelf);

/** Of a first visit until Home stands, in kB of 1,000 bytes as they are sent. */
const BUDGET_KB = 200;

const HOME = 'Recently added series';

interface Arrival {
  readonly name: string;
  /** Seconds of the clock at which the page asked for it. */
  readonly asked: number;
  /** Undefined while it arrives. */
  bytes?: number;
}

test('a first visit takes few bytes until Home stands', async ({ page, context }) => {
  const devtools = await context.newCDPSession(page);
  await devtools.send('Network.enable');
  const arrivals = new Map<string, Arrival>();
  devtools.on('Network.requestWillBeSent', ({ requestId, type, request, wallTime }) =>
    arrivals.set(requestId, { name: `${type ?? ''} ${new URL(request.url).pathname}`, asked: wallTime }),
  );
  const end = (requestId: string, bytes: number) => {
    const arrival = arrivals.get(requestId);
    if (arrival !== undefined) arrival.bytes = bytes;
  };
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => end(requestId, encodedDataLength));
  // A page gives up what it asked for and does not need any more.
  devtools.on('Network.loadingFailed', ({ requestId }) => end(requestId, 0));
  // What waits for a quiet moment waits for the page of a busy machine, too.
  await page.addInitScript(() => {
    const [later, often] = [window.setTimeout, window.setInterval];
    const stretch = (delayMs = 0) => (delayMs < 500 ? delayMs : delayMs * 60);
    Object.assign(window, {
      setTimeout: (run: TimerHandler, delayMs?: number, ...given: unknown[]) => later(run, stretch(delayMs), ...given),
      setInterval: (run: TimerHandler, delayMs?: number, ...given: unknown[]) => often(run, stretch(delayMs), ...given),
    });
  });
  // The page notes the moment itself: a test on a busy machine sees it late.
  await page.addInitScript((heading) => {
    const watcher = new MutationObserver(() => {
      if (![...document.querySelectorAll('h2')].some(({ textContent }) => textContent === heading)) return;
      performance.mark('home');
      watcher.disconnect();
    });
    watcher.observe(document, { childList: true, subtree: true });
  }, HOME);
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 2, name: HOME })).toBeVisible();
  const stood = await page.evaluate(
    () => (performance.timeOrigin + (performance.getEntriesByName('home')[0]?.startTime ?? 0)) / 1000,
  );
  // Covers are the reader's own pictures, and live updates never end.
  const app = () =>
    [...arrivals.values()].filter(({ name, asked }) => asked <= stood && !/^(?:Image|EventSource) /.test(name));
  await expect.poll(() => app().filter(({ bytes }) => bytes === undefined)).toEqual([]);
  const totalKb = app().reduce((sum, { bytes = 0 }) => sum + bytes, 0) / 1000;
  const list = app()
    .map(({ name, bytes }) => `${name} ${String(bytes)}`)
    .join('\n');
  expect(totalKb, list).toBeLessThanOrEqual(BUDGET_KB);
  expect(totalKb, list).toBeGreaterThan(100);
});
