import { expect, type FrameLocator, type Page } from '@playwright/test';
import { makeReadingShelf } from './_books/make-reading-shelf.ts';
import { newReadingTest } from './_books/reading-test.ts';
import { readLive, sleepAndWake } from './_books/sleep.ts';
import { watchComplaints } from './_harness/check-page.ts';
import { onBoth } from './_harness/on-both.ts';

const test = newReadingTest(makeReadingShelf);

const place = (page: Page) => page.getByTestId('place');
const inFrame = (page: Page): FrameLocator => page.frameLocator('[data-shown="true"] iframe');

test('shows its text, turns its pages and runs no scripts', async ({ page, read }) => {
  const complaints = watchComplaints(page);
  await read('Evenings.epub');
  await expect(place(page)).toContainText('in The lamp');
  // the test runner injects a script into every frame, and the sandbox blocks that one too
  expect(complaints.filter((words) => !words.startsWith('Blocked script execution'))).toEqual([]);
  await expect(inFrame(page).getByRole('heading', { name: 'The lamp' })).toBeInViewport();
  await page.keyboard.press('ArrowRight');
  await expect(place(page)).toContainText('Page 2 of');
  await expect(inFrame(page).getByRole('heading', { name: 'The lamp' })).not.toBeInViewport();
  await expect(page.locator('iframe')).toHaveAttribute('sandbox', 'allow-same-origin');
  expect(await inFrame(page).locator(':root').getAttribute('data-ran')).toBeNull();
});

test('follows contents and links, and continues at the stored place', async ({ page, read }) => {
  await read('Evenings.epub');
  const kept = page.waitForResponse((response) => response.request().method() === 'PUT');
  await inFrame(page).getByRole('link', { name: 'came late' }).click();
  await expect(inFrame(page).getByText('It was the guest who came late.')).toBeInViewport();
  // all animations have ended by then
  await kept;
  await expect(place(page)).toContainText('in The guest');
  await expect(inFrame(page).getByText('It was the guest who came late.')).toBeInViewport();
  await page.keyboard.press('t');
  await page.getByRole('dialog', { name: 'Contents' }).getByRole('button', { name: 'The lamp' }).click();
  await expect(inFrame(page).getByRole('heading', { name: 'The lamp' })).toBeInViewport();
  await page.keyboard.press('PageDown');
  await page.keyboard.press('PageDown');
  await expect(place(page)).toContainText('Page 3 of');
  const words = await place(page).textContent();
  await page.reload();
  await expect(place(page)).toHaveText(words ?? '');
});

test('selects a word with a double click, and turns with a click', async ({ page, read }) => {
  await read('Evenings.epub');
  await expect(place(page)).toContainText('Page 1 of');
  // A word in the zone that turns forward, in the coordinates of the frame.
  const word = await inFrame(page)
    .locator('body')
    .evaluate((body) => {
      const range = document.createRange();
      const walker = document.createTreeWalker(body, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
        for (const { index, 0: text } of (node.textContent ?? '').matchAll(/\p{L}{4,}/gu)) {
          range.setStart(node, index);
          range.setEnd(node, index + text.length);
          const { left, right, top, bottom } = range.getBoundingClientRect();
          const isAhead = left > innerWidth * 0.75 && right < innerWidth && top > 0 && bottom < innerHeight;
          if (isAhead) return { text, x: (left + right) / 2, y: (top + bottom) / 2 };
        }
      }
      throw new Error('Expected a word on the right');
    });
  const frame = await page.locator('[data-shown="true"] iframe').boundingBox();
  const at = [(frame?.x ?? 0) + word.x, (frame?.y ?? 0) + word.y] as const;
  const selected = async () =>
    inFrame(page)
      .locator('body')
      .evaluate(() => document.getSelection()?.toString().trim() ?? '');
  // on a busy machine two clicks may be too far apart for a double click, and turn
  await expect(async () => {
    const isTurned = (await place(page).textContent())?.includes('Page 1 of') !== true;
    if (isTurned) await page.keyboard.press('Home');
    await expect(place(page)).toContainText('Page 1 of');
    await page.mouse.dblclick(...at);
    await expect.poll(selected, { timeout: 5_000 }).toBe(word.text);
    await page.waitForTimeout(600);
    await expect(place(page)).toContainText('Page 1 of', { timeout: 1_000 });
  }).toPass();
  await inFrame(page)
    .locator('body')
    .evaluate(() => document.getSelection()?.removeAllRanges());
  await page.mouse.click(...at);
  await expect(place(page)).toContainText('Page 2 of');
});

test('shows the way back beside a note, not over it', async ({ page, read }) => {
  await read('Evenings.epub');
  await inFrame(page).getByRole('link', { name: 'came late' }).click();
  const note = inFrame(page).getByText('It was the guest who came late.');
  await expect(note).toBeInViewport();
  const measureGap = async () => {
    const [back, words] = await Promise.all([
      page.getByRole('button', { name: /^Back to/ }).boundingBox(),
      note.boundingBox(),
    ]);
    return (words?.y ?? 0) - (back?.y ?? 0) - (back?.height ?? 0);
  };
  await expect.poll(measureGap).toBeGreaterThanOrEqual(0);
});

test('stays open when the tab wakes up and the server does not answer', async ({ page, read }) => {
  await page.clock.install();
  await readLive(page, async () => read('Evenings.epub'));
  await expect(inFrame(page).getByRole('heading', { name: 'The lamp' })).toBeInViewport();
  await page.locator('iframe').evaluate((element) => element.setAttribute('data-same', 'yes'));
  const failed: string[] = [];
  await page.route('**/manifest', async (route) => {
    failed.push(route.request().url());
    await route.abort();
  });
  await sleepAndWake(page);
  // three attempts before the request is given up; what else wakes up may ask again
  await expect.poll(() => failed.length).toBeGreaterThanOrEqual(3);
  await page.keyboard.press('ArrowRight');
  await expect(place(page)).toContainText('Page 2 of');
  await expect(page.locator('iframe')).toHaveAttribute('data-same', 'yes');
});

onBoth(test, () => {
  test('changes its settings while the page stays visible', async ({ page, read }) => {
    await read('Evenings.epub');
    await expect(inFrame(page).getByRole('heading', { name: 'The lamp' })).toBeInViewport();
    const size = async () =>
      inFrame(page)
        .locator('p')
        .first()
        .evaluate((element) => parseFloat(getComputedStyle(element).fontSize));
    const before = await size();
    await page.keyboard.press('s');
    await page.getByRole('button', { name: 'More: Text size' }).click();
    await expect.poll(size).toBeCloseTo(before * 1.1);
    await page.getByLabel('Sepia').check();
    await expect(inFrame(page).locator(':root')).toHaveCSS('background-color', 'rgb(244, 236, 216)');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog', { name: 'Settings' })).toBeHidden();
  });
});
