import { expect, type Page } from '@playwright/test';
import { listAllPages, WALK_MS } from './_books/all-pages.ts';
import { findBeyond } from './_books/layout-faults.ts';
import { makeReadingShelf } from './_books/make-reading-shelf.ts';
import { newScannedTest } from './_books/scanned-test.ts';

const test = newScannedTest(makeReadingShelf);

test.describe.configure({ timeout: WALK_MS });

const WIDTH = 320;

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
    await page.evaluate(() => {
      document.documentElement.dataset['theme'] = 'e-ink';
    });
    await expect.poll(async () => await findBeyond(page), { message: `${path} on e-ink` }).toEqual([]);
  }
});
