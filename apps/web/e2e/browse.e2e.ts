import { call } from '@lectern/contract/client';
import type { Page } from '@playwright/test';
import { expectAccessible, expectAccessibleInBoth, expectFits } from './_books/expect-accessible.ts';
import { signIn } from './_books/first-steps.ts';
import { expect, test } from './_books/shelf-test.ts';

async function openLibrary(page: Page, { id }: { readonly id: string }): Promise<void> {
  await page.goto(`/library/${id}`);
  await expect(page.getByRole('list', { name: 'Series' })).toBeVisible();
}

test('a reader walks a library by keyboard, from the grid to a book and back to the same place', async ({
  page,
  library,
}) => {
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

test('a toast keeps its undo button while the reader points at it or focuses it', async ({ page, library }) => {
  await page.clock.install();
  await page.goto(`/book/${library.getBookId('Lighthouse 03.cbz')}`);
  await page.getByRole('button', { name: 'Mark read' }).click();
  const toast = page.getByText('Marked “Lighthouse 03” as read');
  const undo = page.getByRole('button', { name: 'Undo' });
  await toast.hover();
  await page.clock.fastForward('01:00');
  await expect(toast).toBeVisible();
  await undo.focus();
  await page.getByRole('heading', { level: 1 }).hover();
  await page.clock.fastForward('01:00');
  await undo.press('Enter');
  await expect(page.getByRole('link', { name: 'Read', exact: true })).toBeVisible();
  await expect(toast).toHaveCount(0);

  await page.getByRole('button', { name: 'Mark read' }).click();
  await toast.hover();
  await page.getByRole('heading', { level: 1 }).hover();
  await page.clock.fastForward('00:10');
  await expect(toast).toHaveCount(0);
  await call(library.url, 'markBookUnread', {
    headers: library.headers,
    params: { id: library.getBookId('Lighthouse 03.cbz') },
  });
});

test('a series whose books cannot be read from the server holds no place for its button', async ({ page, library }) => {
  const { url, headers } = library;
  const { data } = await call(url, 'listSeries', { headers, query: { pageSize: 1 } });
  let answer: () => void = () => undefined;
  const gate = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route(/\/api\/v1\/series\/[^/]+\/books/, async (route) => {
    await gate;
    await route.fulfill({ status: 500, json: {} });
  });
  await page.goto(`/series/${data[0]?.id ?? ''}`);
  await expect(page.getByRole('heading', { level: 1, name: data[0]?.title ?? '' })).toBeVisible();
  const held = page.locator('main span[aria-hidden="true"]:empty');
  await expect(held).toHaveCount(1);
  answer();
  await expect(held).toHaveCount(0);
});

test('a reader marks a book read and undoes it', async ({ page, library }) => {
  await page.goto(`/book/${library.getBookId('Lighthouse 02.cbz')}`);
  await page.getByRole('button', { name: 'Mark read' }).click();
  await expect(page.getByText('Marked “Lighthouse 02” as read')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Read again' })).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('link', { name: 'Read', exact: true })).toBeVisible();
});

test('an admin sees why a book is where it is and why a series is one series', async ({ page, library }) => {
  await page.goto(`/book/${library.getBookId('Lighthouse 01.cbz')}`);
  await page.getByText('Why is this book here?').click();
  await expect(page.getByText('The file is in the folder “Lighthouse”')).toBeVisible();
  await expect(page.getByText('In another folder it would be in another series.')).toBeVisible();
  await expect(page.getByText('The title is the file name “Lighthouse 01”.')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Lighthouse', exact: true }).first().click();
  await page.getByRole('button', { name: 'Actions for Lighthouse', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Why is this one series?' }).click();
  const why = page.getByRole('dialog', { name: 'Why is this one series?' });
  await expect(why).toContainText('All books');
  await expect(why).toContainText('The file is in the folder “Lighthouse”');
  await expectAccessible(page);
  await why.getByRole('link', { name: /^Change the rules of / }).click();
  await expect(page).toHaveURL(/\/admin\/libraries\?edit=/);
});

test('every page fits on the smallest screen', async ({ page, library }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  const book = library.getBookId('Lighthouse 01.cbz');
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

test('an ended session leads to the login, and back to the page afterwards', async ({ page, library }) => {
  await openLibrary(page, library);
  const address = page.url();
  await page.context().clearCookies();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Sign in to Lectern' })).toBeVisible();
  await expectAccessibleInBoth(page);
  await signIn(page, 'not the password');
  await expect(page.getByText('The user name or password is wrong')).toBeVisible();
  await signIn(page);
  await expect(page).toHaveURL(address);
});

test('an unknown address keeps the navigation', async ({ page }) => {
  for (const path of ['/nowhere', '/me/nowhere', '/library/1/2/3']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { name: 'Page not found', level: 1 })).toBeVisible();
    await expect(page.getByRole('main')).toHaveCount(1);
    await expect(page.getByRole('link', { name: 'Libraries', exact: true })).toBeVisible();
  }
  await page.getByRole('link', { name: 'Go home' }).click();
  await expect(page).toHaveURL('/');
});

test('a reader signs out', async ({ page }) => {
  await page.goto('/me');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByRole('heading', { name: 'Sign in to Lectern' })).toBeVisible();
});
