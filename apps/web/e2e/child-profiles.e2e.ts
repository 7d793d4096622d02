import { call } from '@lectern/contract/client';
import type { Page } from '@playwright/test';
import { expectAccessibleInBoth, expectNarrow } from './_books/expect-accessible.ts';
import { ACCOUNT } from './_books/first-steps.ts';
import { waitForWorker } from './_books/offline.ts';
import { makeShelf } from './_books/make-shelf.ts';
import { newScannedTest, type ScannedLibrary } from './_books/scanned-test.ts';
import { expect } from './_books/shelf-test.ts';

const test = newScannedTest(makeShelf);

const PIN = '4711';
const FIRST = 'Lighthouse 01.cbz';

/** Rates one series for adults and another for children, and reads in that as the parent. */
async function rateShelf({ url, headers, getBookId }: ScannedLibrary): Promise<void> {
  const rate = async (file: string, ageRating: number) => {
    const { book } = await call(url, 'getBook', { headers, params: { id: getBookId(file) } });
    await call(url, 'updateSeriesMetadata', { headers, params: { id: book.seriesId }, body: { ageRating } });
  };
  await rate(FIRST, 6);
  await rate('Quiet Planet 02.cbz', 18);
}

async function readProgress({ url, headers, getBookId }: ScannedLibrary): Promise<number | undefined> {
  return (await call(url, 'getProgress', { headers, params: { id: getBookId(FIRST) } }))?.currentPage;
}

/** The page of a book that the signed-in user of the browser is at. */
async function readOwnProgress(page: Page, bookId: string): Promise<number | undefined> {
  const answer = await page.request.get(`/api/v1/books/${bookId}/progress`);
  return answer.status() === 204 ? undefined : ((await answer.json()) as { currentPage: number }).currentPage;
}

async function openProfile(page: Page, name: string): Promise<void> {
  await page.goto('/me/children');
  await page.getByRole('button', { name: `Open profile of ${name}` }).click();
  await expect(profileBar(page)).toContainText(`This is the profile of ${name}.`);
}

const profileBar = (page: Page) => page.getByRole('region', { name: 'Child profile' });
const place = (page: Page) => page.getByTestId('place');

test('a parent adds a child profile, whose reader sees and changes only what it may', async ({ page, library }) => {
  await rateShelf(library);
  const { url, headers, getBookId } = library;
  const bookId = getBookId(FIRST);
  await call(url, 'saveProgress', { headers, params: { id: bookId }, body: { currentPage: 2 } });

  await page.goto('/me/children');
  await page.getByRole('button', { name: 'Add child profile' }).click();
  const form = page.getByRole('dialog', { name: 'Add child profile' });
  await form.getByLabel('Name of the child').fill('Mia');
  await form.getByLabel('Show series for readers up to this age').fill('10');
  await expectAccessibleInBoth(page);
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('listitem').filter({ hasText: 'Mia' })).toContainText('Up to 10 years');
  await page.getByRole('button', { name: 'Set PIN' }).click();
  const pin = page.getByRole('dialog', { name: 'Set PIN' });
  await pin.getByLabel('New PIN').fill(PIN);
  await pin.getByLabel('Current password').fill('not the password');
  await pin.getByRole('button', { name: 'Save' }).click();
  await expect(pin.getByText('Is not your password')).toBeVisible();
  await pin.getByLabel('Current password').fill(ACCOUNT.password);
  await pin.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('button', { name: 'Change PIN' })).toBeVisible();
  await expectAccessibleInBoth(page);
  await page.setViewportSize({ width: 320, height: 640 });
  await expectNarrow(page);
  await page.setViewportSize({ width: 1280, height: 720 });

  const other = await page.context().newPage();
  await other.goto('/me');
  await expect(other.getByRole('button', { name: 'Change password' })).toBeVisible();
  await openProfile(page, 'Mia');
  // another tab of this browser is of the same session
  await expect(profileBar(other)).toContainText('This is the profile of Mia.');
  await other.close();
  await page.goto(`/library/${library.id}`);
  await expect(page.getByRole('link', { name: /Lighthouse/ }).first()).toBeVisible();
  await expect(page.getByText('Quiet Planet')).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Manage' })).toHaveCount(0);
  await expectAccessibleInBoth(page);
  await page.setViewportSize({ width: 320, height: 640 });
  await expect(profileBar(page).getByRole('button', { name: 'Leave profile' })).toBeVisible();
  await expectNarrow(page);
  await page.setViewportSize({ width: 1280, height: 720 });

  for (const path of ['/me', '/me/keys', '/me/security', '/me/children', '/me/devices']) {
    await page.goto(path);
    await expect(page).toHaveURL(/\/me\/preferences$/);
  }
  const own = page.getByRole('navigation', { name: 'You' }).getByRole('link');
  await expect(own).toHaveText(['Preferences', 'Reading', 'Offline']);
  await page.keyboard.press('Control+k');
  const palette = page.getByRole('dialog').getByRole('combobox');
  await expect(page.getByRole('dialog').getByRole('option').first()).toBeVisible();
  await palette.fill('sign out');
  await expect(page.getByRole('dialog').getByRole('option', { name: 'Sign out', exact: true })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await page.goto('/admin/users');
  await expect(page.getByRole('heading', { name: 'You do not have access to this' })).toBeVisible();

  expect(await readOwnProgress(page, bookId)).toBeUndefined();
  await page.goto(`/read/${bookId}`);
  await expect(place(page)).toContainText('Page 1 of');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await expect(place(page)).toContainText('Page 3 of');
  await expect.poll(async () => readOwnProgress(page, bookId)).toBe(3);
  expect(await readProgress(library)).toBe(2);

  await page.goto('/');
  await profileBar(page).getByRole('button', { name: 'Leave profile' }).click();
  const leave = page.getByRole('dialog', { name: 'Leave profile' });
  await leave.getByLabel('PIN').fill('1234');
  await leave.getByRole('button', { name: 'Leave profile' }).click();
  await expect(leave.getByText('Is not right')).toBeVisible();
  await expectAccessibleInBoth(page);
  await leave.getByLabel('PIN').fill(PIN);
  await leave.getByRole('button', { name: 'Leave profile' }).click();
  await expect(page.getByRole('link', { name: 'Manage' })).toBeVisible();
  await expect(profileBar(page)).toHaveCount(0);
  expect(await readOwnProgress(page, bookId)).toBe(2);

  await page.goto('/admin/users');
  await expect(page.getByRole('listitem').filter({ hasText: 'Mia' })).toContainText('Child profile of anna');
  await page.getByRole('link', { name: 'Mia' }).click();
  await expect(page.getByText('It has no sign-in, and sees at most what its parent sees.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Deactivate account' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Sessions' })).toHaveCount(0);
  await expectAccessibleInBoth(page);

  await page.goto('/me/children');
  await page.getByRole('button', { name: 'Delete Mia' }).click();
  await page.getByRole('button', { name: 'Delete for good' }).click();
  await expect(page.getByText('Profile of Mia deleted')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Open profile of Mia' })).toHaveCount(0);
});

test.describe('with a service worker', () => {
  test.use({ serviceWorkers: 'allow' });

  test('what a parent has not sent waits while a child reads', async ({ page, library }) => {
    const { url, headers, getBookId, server } = library;
    const bookId = getBookId(FIRST);
    await call(url, 'saveProgress', { headers, params: { id: bookId }, body: { currentPage: 1 } });
    await call(url, 'createChildProfile', { headers, body: { name: 'Leo' } });
    await call(url, 'savePin', { headers, body: { pin: null, currentPassword: ACCOUNT.password } });
    // The server takes no progress: what is read waits in the browser.
    const isBlocked = (address: URL) => /\/(?:progress|reading-sessions)$/.test(address.pathname);
    await page
      .context()
      .route(isBlocked, async (route) => (route.request().method() === 'GET' ? route.continue() : route.abort()));
    await page.goto('/');
    await waitForWorker(page);
    await page.goto(`/read/${bookId}`);
    await expect(place(page)).toContainText('Page 1 of');
    // What a page sends while it is left passes by the route.
    await server.stop();
    try {
      await page.keyboard.press('ArrowRight');
      await page.keyboard.press('ArrowRight');
      await expect(place(page)).toContainText('Page 3 of');
      await page.goto('/me/offline');
      await expect(page.getByText(/Lighthouse 01/).first()).toBeVisible();
    } finally {
      await server.startAgain();
    }

    await openProfile(page, 'Leo');
    await page.context().unroute(isBlocked);
    await waitForWorker(page);
    await page.goto('/me/offline');
    await expect(page.getByRole('heading', { name: 'Leo' })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Kept on this device' })).toBeVisible();
    await expect(page.getByText(/Lighthouse 01/)).toHaveCount(0);
    await page.goto(`/read/${bookId}`);
    await expect(place(page)).toContainText('Page 1 of');
    await page.keyboard.press('ArrowRight');
    await expect.poll(async () => readOwnProgress(page, bookId)).toBe(2);
    expect(await readProgress(library)).toBe(1);

    await page.goto('/');
    await profileBar(page).getByRole('button', { name: 'Leave profile' }).click();
    await expect(page.getByRole('link', { name: 'Manage' })).toBeVisible();
    await expect.poll(async () => readProgress(library)).toBe(3);
  });
});
