import { call } from '@lectern/contract/client';
import { expect, type Page } from '@playwright/test';
import { openWhole } from './_books/all-pages.ts';
import { expectAccessibleInBoth, expectFits } from './_books/expect-accessible.ts';
import { makeReadingShelf } from './_books/make-reading-shelf.ts';
import { newScannedTest } from './_books/scanned-test.ts';

const test = newScannedTest(makeReadingShelf);

function field(page: Page) {
  return page.getByRole('dialog').getByRole('combobox', { name: 'Go to or do' });
}

function options(page: Page) {
  return page.getByRole('listbox', { name: 'Results' }).getByRole('option');
}

async function openPalette(page: Page, typed: string): Promise<void> {
  await page.keyboard.press('Control+k');
  await expect(field(page)).toBeFocused();
  await field(page).fill(typed);
}

test('Ctrl+K goes to any page by a few letters, and offers it first the next time', async ({ page }) => {
  await openWhole(page, '/');
  await openPalette(page, 'bakups');
  await expect(options(page).first()).toContainText('Backups');
  await expect(options(page).first()).toHaveAttribute('aria-selected', 'true');
  const active = await field(page).getAttribute('aria-activedescendant');
  await expect(options(page).first()).toHaveAttribute('id', active ?? '');
  await expect(page.getByRole('dialog').getByRole('status')).toHaveText(/result/);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page).toHaveURL(/\/admin\/backups$/);

  await page.keyboard.press('Control+k');
  await expect(page.getByRole('group', { name: 'Recent' }).getByRole('option')).toHaveText([/^Backups/]);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('it finds books on the server, and does what the page and the app can do', async ({ page, library }) => {
  const bookId = library.getBookId('Lanterns 01.cbz');
  await openWhole(page, `/book/${bookId}`);
  await openPalette(page, 'mark read');
  await expect(options(page).first()).toHaveText(/^Mark read/);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main').getByRole('button', { name: 'Mark unread' })).toBeVisible();
  const { book } = await call(library.url, 'getBook', { headers: library.headers, params: { id: bookId } });
  await expect
    .poll(async () => {
      const answer = await call(library.url, 'getBook', { headers: library.headers, params: { id: bookId } });
      return answer.book.readProgress?.completed;
    })
    .toBe(true);

  await openPalette(page, 'theme dark');
  await expect(options(page).first()).toHaveText(/^Theme: Dark/);
  await page.keyboard.press('Enter');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');

  await openPalette(page, 'Lanterns');
  const series = page.getByRole('group', { name: 'Series' }).getByRole('option', { name: /^Lanterns/ });
  await series.click();
  await expect(page).toHaveURL(new RegExp(`/series/${book.seriesId}$`));

  await openPalette(page, 'scan changes');
  await options(page)
    .filter({ hasText: /^Scan for changes/ })
    .first()
    .click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('arrow keys go around, and a dialog that is open comes first', async ({ page }) => {
  await openWhole(page, '/');
  await page.keyboard.press('Control+k');
  await expect(field(page)).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await expect(options(page).last()).toHaveAttribute('aria-selected', 'true');
  await expect(options(page).last()).toBeInViewport();
  await page.keyboard.press('ArrowDown');
  await expect(options(page).first()).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('dialog')).toHaveCount(1);
});

test('its keys open it again while it closes', async ({ page }) => {
  await openWhole(page, '/');
  await openPalette(page, 'Home');
  // Both in one task: the browser tells later that the dialog closed.
  await page.evaluate(() => {
    document.querySelector('dialog')?.close();
    document.dispatchEvent(new KeyboardEvent('keydown', { key: 'k', code: 'KeyK', ctrlKey: true, cancelable: true }));
  });
  await expect(field(page)).toBeFocused();
  await expect(field(page)).toHaveValue('');
});

test('the single key of the search can be turned off', async ({ page, library }) => {
  const { url, headers } = library;
  await call(url, 'updatePreferences', { headers, body: { preferences: { 'reader.character_keys': false } } });
  await openWhole(page, '/me/preferences');
  await page.getByText('Touch and keys').click();
  await expect(page.getByRole('checkbox', { name: 'Single-letter keys' })).not.toBeChecked();
  await page.getByRole('main').click({ position: { x: 2, y: 2 } });
  await page.keyboard.press('/');
  await expect(page.getByRole('combobox', { name: 'Search' })).not.toBeFocused();
  await openPalette(page, 'home');
  await expect(options(page).first()).toHaveText(/^Home/);
});

test('a reader finds nothing that only admins may', async ({ browser, library }) => {
  const { url, headers } = library;
  const account = { username: 'paul', email: 'paul@example.org', password: 'a long enough password' };
  await call(url, 'createUser', { headers, body: { ...account, role: 'reader' } });
  const context = await browser.newContext({ baseURL: url });
  await context.request.post('/api/v1/auth/login', { data: account });
  const page = await context.newPage();
  await openWhole(page, '/');
  for (const typed of ['Backups', 'Scan for changes', 'Server name']) {
    await openPalette(page, typed);
    await expect(page.getByText('Nothing found')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  }
  await context.close();
});

test('the accessibility statement is on a page of its own, linked from About', async ({ page }) => {
  await openWhole(page, '/admin/about');
  await page.getByRole('link', { name: 'Accessibility statement' }).click();
  await expect(page).toHaveURL(/\/me\/accessibility$/);
  await expect(page.getByRole('heading', { name: 'Known gaps' })).toBeVisible();
  await openWhole(page, '/');
  await openPalette(page, 'accessibility');
  await expect(options(page).first()).toHaveText(/^Accessibility statement/);
});

test('it is accessible, and fits a narrow screen @phone', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await openWhole(page, '/');
  await page.keyboard.press('Control+k');
  await expect(field(page)).toBeFocused();
  await expect(options(page).first()).toBeVisible();
  await expectFits(page);
  await expectAccessibleInBoth(page);
  await page.emulateMedia({ forcedColors: 'active' });
  await expect(options(page).first()).toHaveCSS('outline-style', 'solid');
});
