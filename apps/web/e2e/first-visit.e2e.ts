import { expect } from '@playwright/test';
import { makeReadingShelf } from './_books/make-reading-shelf.ts';
import { newScannedTest } from './_books/scanned-test.ts';

const test = newScannedTest(makeReadingShelf);

/** Of a first visit until Home stands, in kB of 1,000 bytes as they are sent. */
const BUDGET_KB = 200;

test('a first visit takes few bytes until Home stands', async ({ page, context }) => {
  const devtools = await context.newCDPSession(page);
  await devtools.send('Network.enable');
  const types = new Map<string, string>();
  const sizes = new Map<string, number>();
  devtools.on('Network.responseReceived', ({ requestId, type, response }) =>
    types.set(requestId, `${type} ${new URL(response.url).pathname}`),
  );
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => sizes.set(requestId, encodedDataLength));
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 2, name: 'Recently added series' })).toBeVisible();
  const arrived = [...sizes];
  // Covers are the reader's own pictures.
  const counted = arrived.map(([id, bytes]) => [types.get(id) ?? '', bytes] as const);
  const app = counted.filter(([name]) => !name.startsWith('Image'));
  const totalKb = app.reduce((sum, [, bytes]) => sum + bytes, 0) / 1000;
  const list = app.map(([name, bytes]) => `${name} ${String(bytes)}`).join('\n');
  expect(totalKb, list).toBeLessThanOrEqual(BUDGET_KB);
  expect(totalKb, list).toBeGreaterThan(100);
});
