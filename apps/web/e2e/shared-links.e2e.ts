import { call } from '@lectern/contract/client';
import { type Browser, expect, type Page } from '@playwright/test';
import { expectAccessible, expectAccessibleInBoth, expectFits } from './_books/expect-accessible.ts';
import { walkByTab } from './_books/keyboard-faults.ts';
import { findBeyond } from './_books/layout-faults.ts';
import { makeReadingShelf } from './_books/make-reading-shelf.ts';
import { newScannedTest, type ScannedLibrary } from './_books/scanned-test.ts';
import { expectPicture } from './_books/screen.ts';
import { watchComplaints } from './_harness/check-page.ts';

const test = newScannedTest(makeReadingShelf);

const PASSWORD = 'a long password';
const LINK = /\/shared#([\w-]{43})$/;

const place = (page: Page) => page.getByTestId('place');

/** Lets people make links for an audience. */
async function allow({ url, headers }: ScannedLibrary, value: 'off' | 'accounts' | 'anyone'): Promise<void> {
  await call(url, 'updateSetting', { headers, params: { key: 'sharing.links' }, body: { value } });
}

/** A reader with a signed-in browser. */
async function openReader({ url, headers }: ScannedLibrary, browser: Browser, username: string) {
  await call(url, 'createUser', { headers, body: { username, password: PASSWORD } });
  const { access_token: token } = await call(url, 'login', { body: { username, password: PASSWORD } });
  const context = await browser.newContext({ baseURL: url });
  await context.request.post('/api/v1/auth/login', { data: { username, password: PASSWORD } });
  return { context, page: await context.newPage(), headers: { authorization: `Bearer ${token}` } };
}

/** A browser without an account, and what it asked of the API. */
async function openStranger({ url }: ScannedLibrary, browser: Browser) {
  const context = await browser.newContext({ baseURL: url });
  const page = await context.newPage();
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/')) asked.push(`${request.method()} ${pathname}`);
  });
  return { context, page, asked };
}

/** What the page keeps in this browser. */
async function listStored(page: Page): Promise<string> {
  return await page.evaluate(() => JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage)]));
}

/** Makes a link on the page of a book or a reading list. @returns its address */
async function shareHere(page: Page, name: string, audience: 'accounts' | 'anyone'): Promise<string> {
  await page.getByRole('button', { name: `Actions for ${name}` }).click();
  await page.getByRole('menuitem', { name: 'Share by link' }).click();
  const form = page.getByRole('dialog', { name: `Share “${name}” by link` });
  await form.getByLabel('Who can open it').selectOption(audience);
  await expectAccessible(page);
  await form.getByRole('button', { name: 'Create link' }).click();
  const shown = page.getByRole('dialog', { name: 'Shared link' });
  const link = await shown.getByLabel('Shared link').inputValue();
  expect(link).toMatch(LINK);
  await expectAccessible(page);
  await shown.getByRole('button', { name: 'Done' }).click();
  return link;
}

test('a stranger reads a book by link until it ends, and nothing of the stranger is asked or kept', async ({
  browser,
  library,
}) => {
  await allow(library, 'anyone');
  const id = library.getBookId('Lanterns 01.cbz');
  const reader = await openReader(library, browser, 'ann');
  await reader.page.goto(`/book/${id}`);
  const link = await shareHere(reader.page, 'Lanterns 01', 'anyone');

  const { context, page, asked } = await openStranger(library, browser);
  const complaints = watchComplaints(page);
  await page.goto(link);
  await expect(page.getByRole('heading', { level: 1, name: 'Lanterns 01' })).toBeVisible();
  await expect(page).toHaveURL(/\/shared\/[\w-]{36}$/);
  await expectAccessibleInBoth(page);
  await page.setViewportSize({ width: 320, height: 640 });
  await expectFits(page);
  expect((await walkByTab(page)).faults).toEqual([]);
  await page.getByRole('link', { name: 'Read' }).click();
  await expect(place(page)).toHaveText('Page 1 of 7');
  await expectPicture(page, 1);
  await expectAccessible(page);
  await page.keyboard.press('ArrowRight');
  await expect(place(page)).toHaveText('Page 2 of 7');
  await expectPicture(page, 2);
  await page.keyboard.press('r');
  await page.keyboard.press('ArrowLeft');
  await expect(place(page)).toHaveText('Page 3 of 7');
  await page.keyboard.press('s');
  const settings = page.getByRole('dialog', { name: 'Settings' });
  await expect(settings.getByRole('group', { name: 'Reading direction' })).toBeVisible();
  await expect(settings.getByText('Incognito')).toHaveCount(0);
  await expect(settings.getByText('Reading profile')).toHaveCount(0);
  await page.keyboard.press('Escape');
  expect(asked.filter((path) => !/^GET \/api\/v1\/shared\//.test(path))).toEqual(['POST /api/v1/shared/open']);
  expect(complaints).toEqual([]);
  expect(await listStored(page)).not.toContain(id);

  // Pages near the first are loaded ahead, the last is not.
  await page.reload();
  await expect(place(page)).toHaveText('Page 1 of 7');
  await expectPicture(page, 1);
  await reader.page.goto('/me');
  await expectAccessible(reader.page);
  await reader.page.getByRole('button', { name: 'End link: Lanterns 01' }).click();
  const dialog = reader.page.getByRole('dialog', { name: 'End the link to “Lanterns 01”?' });
  await dialog.getByRole('button', { name: 'End link' }).click();
  await expect(reader.page.getByText('The link to “Lanterns 01” has ended')).toBeVisible();
  await expect(reader.page.getByRole('button', { name: 'End link: Lanterns 01' })).toHaveCount(0);

  await page.keyboard.press('End');
  const last = page.getByRole('alert').filter({ hasText: 'Page 7 cannot be shown' });
  await expect(last).toContainText('This link no longer works');
  await page.reload();
  await expect(page.getByRole('heading', { name: 'This link no longer works' })).toBeVisible();
  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'This link no longer works' })).toBeVisible();
  await expectAccessible(page);
  const params = { id };
  expect(await call(library.url, 'getProgress', { headers: reader.headers, params })).toBeUndefined();
  expect(await call(library.url, 'getProgress', { headers: library.headers, params })).toBeUndefined();
  await context.close();
  await reader.context.close();
});

test('a stranger reads the text and the comic of a shared list, one after the other', async ({
  page: own,
  browser,
  library,
}) => {
  await allow(library, 'anyone');
  const { url, headers, getBookId } = library;
  const name = 'For winter';
  const bookIds = [getBookId('Lanterns 02.cbz'), getBookId('Evenings.epub')];
  const { id } = await call(url, 'createReadList', { headers, body: { name, ordered: true, bookIds } });
  await own.goto(`/list/reading/${id}`);
  const link = await shareHere(own, name, 'anyone');

  const { context, page, asked } = await openStranger(library, browser);
  await page.goto(link);
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  await expect(page.getByRole('listitem')).toHaveCount(2);
  await expectAccessibleInBoth(page);
  await page.setViewportSize({ width: 320, height: 640 });
  await expectFits(page);
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%';
  });
  await expect.poll(async () => findBeyond(page)).toEqual([]);
  await page.getByRole('link', { name: 'Lanterns 02' }).click();
  await expect(place(page)).toHaveText('Page 1 of 2');
  await page.keyboard.press('End');
  await expect(place(page)).toHaveText('Page 2 of 2');
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('status', { name: 'End of the book' })).toContainText('Evenings');
  await page.keyboard.press('ArrowRight');
  const text = page.frameLocator('[data-shown="true"] iframe');
  await expect(text.getByRole('heading', { name: 'The lamp' })).toBeInViewport();
  await expect(place(page)).toContainText('Page 1 of');
  await page.keyboard.press('ArrowRight');
  await expect(place(page)).toContainText('Page 2 of');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  expect(asked.filter((path) => !/^GET \/api\/v1\/shared\//.test(path))).toEqual(['POST /api/v1/shared/open']);
  await context.close();
});

test('a link for accounts asks for a sign-in, returns to what it shares, and keeps nothing of the reader', async ({
  page: own,
  browser,
  library,
}) => {
  await allow(library, 'anyone');
  const { url, headers, getBookId } = library;
  const id = getBookId('Papers.pdf');
  await own.goto(`/book/${id}`);
  const link = await shareHere(own, 'Papers', 'accounts');
  const token = LINK.exec(link)?.[1] ?? '';
  await call(url, 'createUser', { headers, body: { username: 'bea', password: PASSWORD } });

  const { context, page } = await openStranger(library, browser);
  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'Sign in to open this link' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Sign in' }).click();
  await page.getByLabel('User name').fill('bea');
  expect(page.url()).not.toContain(token);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Papers' })).toBeVisible();
  await expect(page).toHaveURL(/\/shared\/[\w-]{36}$/);
  expect(await listStored(page)).not.toContain(token);
  await page.getByRole('link', { name: 'Read' }).click();
  await expect(place(page)).toHaveText('Page 1 of 3');
  await expectPicture(page, 1);
  await page.keyboard.press('ArrowRight');
  await expectPicture(page, 2);
  await page.goto('/');
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
  const { access_token: access } = await call(url, 'login', { body: { username: 'bea', password: PASSWORD } });
  const asBea = { headers: { authorization: `Bearer ${access}` }, params: { id } };
  expect(await call(url, 'getProgress', asBea)).toBeUndefined();
  await context.close();
});

test('only what admins allow is offered', async ({ page, library }) => {
  const address = `/book/${library.getBookId('Lanterns 02.cbz')}`;
  const actions = page.getByRole('button', { name: 'Actions for Lanterns 02' });
  await allow(library, 'accounts');
  await page.goto(address);
  await actions.click();
  await page.getByRole('menuitem', { name: 'Share by link' }).click();
  const form = page.getByRole('dialog', { name: 'Share “Lanterns 02” by link' });
  await expect(form.getByText('Admins do not allow links for people without an account.')).toBeVisible();
  await expect(form.getByLabel('Who can open it').getByRole('option')).toHaveCount(1);
  await allow(library, 'off');
  const answered = page.waitForResponse('**/api/v1/settings/public');
  await page.goto(address);
  await answered;
  await actions.click();
  await expect(page.getByRole('menuitem', { name: /^Download/ })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: 'Share by link' })).toHaveCount(0);
});
