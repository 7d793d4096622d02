import type { Page } from '@playwright/test';
import { expectAccessible, expectAccessibleInBoth, expectFits } from './_books/expect-accessible.ts';
import { signIn } from './_books/first-steps.ts';
import { expect, test } from './_books/shelf-test.ts';

async function openLibrary(page: Page, { id }: { readonly id: string }): Promise<void> {
  await page.goto(`/library/${id}`);
  await expect(page.getByRole('list', { name: 'Series' })).toBeVisible();
}

test('walks a library by keyboard, from the grid to a book and back to the same place', async ({ page, library }) => {
  await page.goto('/');
  const newBooks = page.getByRole('region', { name: 'Recently added books' });
  await newBooks.getByRole('link').first().focus();
  await page.keyboard.press('End');
  await expect(newBooks.getByRole('article').last().getByRole('link').first()).toBeFocused();
  await openLibrary(page, library);
  await expectAccessibleInBoth(page);
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
  await expectAccessibleInBoth(page);
  await page.getByRole('link', { name: '2 · Lighthouse 02' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Lighthouse 02' })).toBeVisible();
  await expectAccessibleInBoth(page);
  await page.goBack();
  await page.goBack();
  await expect(series.getByRole('link', { name: 'Lighthouse' })).toBeVisible();
});

test('marks a book read and takes it back', async ({ page, library }) => {
  await page.goto(`/book/${library.idOf('Lighthouse 02.cbz')}`);
  await page.getByRole('button', { name: 'Mark read' }).click();
  await expect(page.getByText('Marked “Lighthouse 02” read')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Read again' })).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('link', { name: 'Read', exact: true })).toBeVisible();
});

test('says why a book is where it is, and a series is one', async ({ page, library }) => {
  await page.goto(`/book/${library.idOf('Lighthouse 01.cbz')}`);
  await page.getByText('Why is this book here?').click();
  await expect(page.getByText('The file lies in the folder "Lighthouse"')).toBeVisible();
  await expect(page.getByText('In another folder it would be in another series.')).toBeVisible();
  await expect(page.getByText('The title is the file name "Lighthouse 01".')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Lighthouse', exact: true }).first().click();
  await page.getByRole('button', { name: 'Actions for Lighthouse' }).click();
  await page.getByRole('menuitem', { name: 'Why is this one series?' }).click();
  const why = page.getByRole('dialog', { name: 'Why is this one series?' });
  await expect(why).toContainText('All books');
  await expect(why).toContainText('The file lies in the folder "Lighthouse"');
  await expectAccessible(page);
  await why.getByRole('link', { name: /^Change the rules of / }).click();
  await expect(page).toHaveURL(/\/admin\/libraries\?edit=/);
});

test('fits on the smallest screen, every page of it', async ({ page, library }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  const book = library.idOf('Lighthouse 01.cbz');
  for (const [path, heading] of [
    ['/', /^Good /],
    ['/libraries', 'Libraries'],
    [`/library/${library.id}`, library.name],
    [`/library/${library.id}/books`, library.name],
    [`/book/${book}`, 'Lighthouse 01'],
    ['/me', 'anna'],
    ['/admin/libraries', 'Manage'],
    ['/admin/tasks', 'Manage'],
    ['/admin/health', 'Manage'],
  ] as const) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
    await expectFits(page);
  }
});

test('goes to the login when the session ends, and back to the page afterwards', async ({ page, library }) => {
  await openLibrary(page, library);
  const address = page.url();
  await page.context().clearCookies();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Sign in to Lectern' })).toBeVisible();
  await expectAccessibleInBoth(page);
  await signIn(page, 'not the password');
  await expect(page.getByText('This name and password do not go together')).toBeVisible();
  await signIn(page);
  await expect(page).toHaveURL(address);
});

test('signs out', async ({ page }) => {
  await page.goto('/me');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByRole('heading', { name: 'Sign in to Lectern' })).toBeVisible();
});

test('shows a new file without a reload once a scan finds it', async ({ page, library }) => {
  await openLibrary(page, library);
  await library.shelf.add('Orchid/Orchid 01.cbz');
  await page.getByRole('button', { name: /^Actions for / }).click();
  await page.getByRole('menuitem', { name: 'Scan for changes' }).click();
  await expect(page.getByRole('link', { name: 'Orchid', exact: true })).toBeVisible({ timeout: 30_000 });
});

test('removes a library only after saying what goes and what stays', async ({ page, library }) => {
  await page.goto('/admin/libraries');
  await page.getByRole('button', { name: /^Actions for / }).click();
  await page.getByRole('menuitem', { name: 'Remove' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText(/\d series with \d books/);
  await expect(dialog).toContainText(library.shelf.path);
  await expectAccessible(page);
  await dialog.getByRole('button', { name: /^Remove \d books$/ }).click();
  await expect(page.getByRole('heading', { name: 'No libraries yet' })).toBeVisible();
});
