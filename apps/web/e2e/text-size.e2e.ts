import { call } from '@lectern/contract/client';
import { expect, type Page } from '@playwright/test';
import { makeReadingShelf } from './_books/make-reading-shelf.ts';
import { newScannedTest, type ScannedLibrary } from './_books/scanned-test.ts';

const test = newScannedTest(makeReadingShelf);

const WIDTH = 320;

/** Pages that need only an account. */
const PAGES = [
  '/',
  '/libraries',
  '/search',
  '/search?q=lanterns',
  '/lists',
  '/lists/collections',
  '/lists/reading',
  '/stats',
  '/stats/everybody',
  '/releases',
  '/admin',
  '/admin/libraries',
  '/admin/tasks',
  '/admin/health',
  '/admin/users',
  '/admin/settings',
  '/admin/backups',
  '/admin/releases',
  '/admin/metadata',
  '/admin/metrics',
  '/admin/about',
  '/me',
  '/me/connections',
  '/me/devices',
  '/me/keys',
  '/me/preferences',
  '/me/export',
  '/nowhere',
] as const;

/** Pages of one book, series, list, library or account. */
async function pagesOfThings({ url, headers, id, getBookId }: ScannedLibrary): Promise<readonly string[]> {
  const bookId = getBookId('Lanterns 01.cbz');
  const { book } = await call(url, 'getBook', { headers, params: { id: bookId } });
  const { seriesId } = book;
  const collection = await call(url, 'createCollection', { headers, body: { name: 'Of the lighthouse keepers' } });
  await call(url, 'addCollectionSeries', { headers, params: { id: collection.id }, body: { seriesIds: [seriesId] } });
  const list = await call(url, 'createReadList', { headers, body: { name: 'Of the lighthouse keepers' } });
  await call(url, 'addReadListBooks', { headers, params: { id: list.id }, body: { bookIds: [bookId] } });
  const { id: userId } = await call(url, 'getCurrentUser', { headers });
  return [
    `/library/${id}`,
    `/library/${id}/books`,
    `/series/${seriesId}`,
    `/series/${seriesId}/edit`,
    `/book/${bookId}`,
    `/book/${bookId}/edit`,
    `/list/collection/${collection.id}`,
    `/list/reading/${list.id}`,
    `/admin/users/${userId}`,
  ];
}

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
  for (const path of [...PAGES, ...(await pagesOfThings(library))]) {
    await showLarge(page, path);
    await expect.poll(async () => await findBeyond(page), { message: path }).toEqual([]);
  }
});
