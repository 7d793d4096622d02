import { call } from '@lectern/contract/client';
import { expect, type Locator, type Page } from '@playwright/test';
import { openWhole } from './_books/all-pages.ts';
import { expectAccessibleInBoth, expectFits } from './_books/expect-accessible.ts';
import { makeReadingShelf } from './_books/make-reading-shelf.ts';
import { newScannedTest } from './_books/scanned-test.ts';

const test = newScannedTest(makeReadingShelf);

const place = (page: Page) => page.getByTestId('place');
const field = (page: Page) => page.getByRole('dialog').getByRole('combobox', { name: 'Go to or do' });
const options = (page: Page) => page.getByRole('listbox', { name: 'Results' }).getByRole('option');

async function type(page: Page, typed: string): Promise<Locator> {
  await page.keyboard.press('Control+k');
  await expect(field(page)).toBeFocused();
  await field(page).fill(typed);
  return options(page).first();
}

async function run(page: Page, typed: string, words: RegExp): Promise<void> {
  await expect(await type(page, typed)).toHaveText(words);
  await page.keyboard.press('Enter');
  await expect(field(page)).toHaveCount(0);
}

test('a comic: what the keys do, with the keys of the user, and the values of the options', async ({
  page,
  library,
}) => {
  const { url, headers } = library;
  await call(url, 'updatePreferences', { headers, body: { preferences: { 'reader.keys': { next: ['n'] } } } });
  await page.goto(`/read/${library.getBookId('Lanterns 01.cbz')}?page=1`);
  await expect(place(page)).toHaveText('Page 1 of 7');
  const next = await type(page, 'next page');
  await expect(next).toHaveText(/^Next page/);
  await expect(next.locator('kbd')).toHaveText('N');
  await page.keyboard.press('Enter');
  await expect(place(page)).toHaveText('Page 2 of 7');
  await expect(page.getByRole('main')).toBeFocused();
  await page.keyboard.press('n');
  await expect(place(page)).toHaveText('Page 3 of 7');

  await run(page, 'fit width', /^Fit: Width/);
  await expect
    .poll(async () => (await call(url, 'listPreferences', { headers })).find(({ key }) => key === 'reader.page_fit'))
    .toMatchObject({ value: 'width' });

  await type(page, 'page layout');
  await expect(options(page).filter({ hasText: /^Single, double/ })).toHaveCount(1);
  await field(page).fill('reading direction');
  await options(page)
    .filter({ hasText: /^Webtoon/ })
    .click();
  await expect(page.getByTestId('strip-view')).toBeVisible();
  // a strip has no layout
  await type(page, 'page layout');
  await expect(options(page).filter({ hasText: /^Single, double/ })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(field(page)).toHaveCount(0);
  await run(page, 'left to right', /^Left to right/);
  await expect(page.getByTestId('paged-view')).toBeVisible();
  await run(page, 'list of keys', /^List of keys/);
  await expect(page.getByRole('dialog', { name: 'Keys and gestures' })).toBeVisible();
});

test('it closes the reader from an open bar, too', async ({ page, library }) => {
  const id = library.getBookId('Lanterns 01.cbz');
  await page.goto(`/read/${id}?page=1`);
  await expect(place(page)).toHaveText('Page 1 of 7');
  await page.keyboard.press('ArrowRight');
  await expect(page.locator('[data-bar]').first()).toBeHidden();
  await page.keyboard.press('Enter');
  await page.keyboard.press('ArrowDown');
  await expect(page.locator('[data-bar] :focus')).toHaveCount(1);
  await run(page, 'close', /^Close/);
  await expect(page).toHaveURL(new RegExp(`/book/${id}$`));
});

test('a text: its keys open it inside of a chapter, too', async ({ page, library }) => {
  await page.goto(`/read/${library.getBookId('Evenings.epub')}`);
  const link = page.locator('iframe').first().contentFrame().getByRole('link', { name: 'came late' });
  await expect(link).toBeVisible();
  await link.focus();
  await run(page, 'columns two', /^Columns: Two/);
  await link.focus();
  await run(page, 'contents', /^Contents and page grid/);
  await expect(page.getByRole('dialog', { name: 'Contents' })).toBeVisible();
  // what only page images have
  await type(page, 'webtoon');
  await expect(options(page).filter({ hasText: /^Webtoon(?!.*Preferences|.*Reading:)/ })).toHaveCount(0);
});

test('its keys cannot be bound to an action of the readers', async ({ page }) => {
  await page.goto('/me/reading');
  await page.getByRole('button', { name: 'Add a key: Next page' }).click();
  await expect(await type(page, 'next')).toBeVisible();
  await page.keyboard.press('Escape');
  const row = page.locator('[data-action="next"]');
  await expect(row.getByRole('button', { name: 'Add a key: Next page' })).toBeVisible();
  await expect(row).not.toContainText('Ctrl');
});

test('a finger opens it on every page and in a reader @phone', async ({ page, library }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  const book = library.getBookId('Lanterns 01.cbz');
  for (const path of ['/', '/search', `/book/${book}`, '/admin/settings']) {
    await openWhole(page, path);
    const button = page.getByRole('button', { name: 'Commands' });
    await expect(button).toBeInViewport({ ratio: 1 });
    const box = await button.boundingBox();
    expect([box?.width, box?.height].every((side) => (side ?? 0) >= 44)).toBe(true);
    await expectFits(page);
    await button.click();
    await expect(field(page)).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(button).toBeFocused();
  }
  await page.goto(`/read/${book}?page=1`);
  await expect(place(page)).toHaveText('Page 1 of 7');
  await page.getByRole('button', { name: 'Page actions' }).click();
  await page.getByRole('menuitem', { name: 'Commands' }).click();
  await expect(field(page)).toBeFocused();
  await expectAccessibleInBoth(page);
  await field(page).fill('commands');
  await expect(options(page).filter({ hasText: /^Commands/ })).toHaveCount(0);
});

test('it changes language, e-ink and covers', async ({ page }) => {
  await openWhole(page, '/');
  await run(page, 'cover size large', /^Cover size: Large/);
  await expect(page.locator('html')).toHaveAttribute('data-covers', 'large');
  await run(page, 'turn e-ink', /^Turn E-ink on/);
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'e-ink');
  await run(page, 'turn e-ink', /^Turn E-ink off/);
  await expect(page.locator('html')).not.toHaveAttribute('data-theme', 'e-ink');
  await expect(await type(page, 'deutsch')).toHaveText(/^Language: Deutsch/);
  await page.keyboard.press('Enter');
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
});
