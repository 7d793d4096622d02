import type { Page } from '@playwright/test';
import { expectAccessible } from './_books/expect-accessible.ts';
import { signIn } from './_books/first-steps.ts';
import { expect, test } from './_books/shelf-test.ts';

async function openLibrary(page: Page): Promise<void> {
  await page.goto('/libraries');
  await page.getByRole('main').getByRole('link').filter({ hasText: '3 series' }).click();
  await expect(page.getByRole('list', { name: 'Series' })).toBeVisible();
}

test('walks a library by keyboard, from the grid to a book and back to the same place', async ({ page, shelf }) => {
  expect(shelf.path).not.toBe('');
  const newBooks = page.getByRole('region', { name: 'Recently added books' });
  await newBooks.getByRole('link').first().focus();
  await page.keyboard.press('End');
  await expect(newBooks.getByRole('article').last().getByRole('link').first()).toBeFocused();
  await openLibrary(page);
  await expectAccessible(page);
  const series = page.getByRole('list', { name: 'Series' });
  await series.getByRole('link', { name: 'Lighthouse' }).focus();
  await page.keyboard.press('End');
  await expect(series.getByRole('link', { name: 'Torn Pages' })).toBeFocused();
  await page.keyboard.press('ArrowLeft');
  await expect(series.getByRole('link', { name: 'Quiet Planet' })).toBeFocused();
  await page.keyboard.press('Home');
  await expect(series.getByRole('link', { name: 'Lighthouse' })).toBeFocused();
  await page.keyboard.press('Enter');

  await expect(page.getByRole('heading', { level: 1, name: 'Lighthouse' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Read no. 1' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: '2 · Lighthouse 02' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Lighthouse 02' })).toBeVisible();
  await expectAccessible(page);
  await page.goBack();
  await page.goBack();
  await expect(series.getByRole('link', { name: 'Lighthouse' })).toBeVisible();
});

test('marks a book read and takes it back', async ({ page, shelf }) => {
  expect(shelf.path).not.toBe('');
  await page.getByRole('link', { name: 'Lighthouse 02', exact: true }).first().click();
  await page.getByRole('button', { name: 'Mark read' }).click();
  await expect(page.getByText('Marked “Lighthouse 02” read')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Read again' })).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('link', { name: 'Read', exact: true })).toBeVisible();
});

test('says in words why a book cannot be opened', async ({ page, shelf }) => {
  expect(shelf.path).not.toBe('');
  await page.goto('/admin/health');
  await expect(page.getByRole('heading', { name: /Damaged file/ })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Torn Pages 01' }).click();
  await expect(page.getByText('This book cannot be opened.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Read', exact: true })).toHaveCount(0);
});

test('shows a new file without a reload once a scan finds it', async ({ page, shelf }) => {
  await openLibrary(page);
  await shelf.add('Orchid/Orchid 01.cbz');
  await page.getByRole('button', { name: /^Actions for / }).click();
  await page.getByRole('menuitem', { name: 'Scan for changes' }).click();
  await expect(page.getByRole('link', { name: 'Orchid', exact: true })).toBeVisible({ timeout: 30_000 });
  await page.goto('/admin/tasks');
  await expect(page.getByText(/^Scanning /).first()).toBeVisible();
  await expectAccessible(page);
});

test('goes to the login when the session ends, and back to the page afterwards', async ({ page, shelf }) => {
  expect(shelf.path).not.toBe('');
  await openLibrary(page);
  const address = page.url();
  await page.context().clearCookies();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Sign in to Lectern' })).toBeVisible();
  await expectAccessible(page);
  await signIn(page, 'not the password');
  await expect(page.getByText('This name and password do not go together')).toBeVisible();
  await signIn(page);
  await expect(page).toHaveURL(address);
});

test('keeps a chosen theme, and signs out', async ({ page, shelf }) => {
  expect(shelf.path).not.toBe('');
  await page.goto('/me');
  for (const theme of ['Light', 'Dark', 'Black', 'High contrast']) {
    await page.getByText(theme, { exact: true }).click();
    await expectAccessible(page);
  }
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'contrast');
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByRole('heading', { name: 'Sign in to Lectern' })).toBeVisible();
});

test('removes a library only after saying what goes and what stays', async ({ page, shelf }) => {
  await page.goto('/admin/libraries');
  await page.getByRole('button', { name: /^Actions for / }).click();
  await page.getByRole('menuitem', { name: 'Remove' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('3 series with 6 books');
  await expect(dialog).toContainText(shelf.path);
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Remove 6 books' }).click();
  await expect(page.getByRole('heading', { name: 'No libraries yet' })).toBeVisible();
});
