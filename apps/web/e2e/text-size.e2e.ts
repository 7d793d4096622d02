import { expect, type Page } from '@playwright/test';
import { listAllPages } from './_books/all-pages.ts';
import { makeReadingShelf } from './_books/make-reading-shelf.ts';
import { newScannedTest } from './_books/scanned-test.ts';

const test = newScannedTest(makeReadingShelf);

const WIDTH = 320;

/** Text outside of the viewport, reachable only by scrolling sideways or not at all. */
async function findBeyond(page: Page): Promise<readonly string[]> {
  return await page.evaluate((width) => {
    const found: string[] = [];
    const root = document.documentElement;
    if (root.scrollWidth > width) found.push(`the page is ${root.scrollWidth} px wide`);
    const scrolls = (element: Element) => {
      for (let at = element.parentElement; at !== null; at = at.parentElement) {
        const { overflowX } = getComputedStyle(at);
        if (overflowX === 'auto' || overflowX === 'scroll') return true;
      }
      return false;
    };
    for (const control of document.querySelectorAll('a, button, input, select, textarea, summary, h1, h2, h3')) {
      const { left, right, height } = control.getBoundingClientRect();
      const hidden =
        control.closest('.visually-hidden') !== null || !control.checkVisibility({ visibilityProperty: true });
      if (hidden || height <= 1 || (left >= -1 && right <= width + 1) || scrolls(control)) continue;
      const words = control.getAttribute('aria-label') ?? control.textContent;
      found.push(`${control.tagName} ${words.slice(0, 40)} ${Math.round(left)}-${Math.round(right)}`);
    }
    return found;
  }, WIDTH);
}

async function showLarge(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%';
  });
}

test('every text stays within a small screen at 200 % text size', async ({ page, library }) => {
  await page.setViewportSize({ width: WIDTH, height: 640 });
  for (const path of await listAllPages(library)) {
    await showLarge(page, path);
    await expect.poll(async () => await findBeyond(page), { message: path }).toEqual([]);
  }
});
