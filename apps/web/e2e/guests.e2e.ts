import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { call } from '@lectern/contract/client';
import { type Browser, expect, type Page } from '@playwright/test';
import { writeZip } from '../../../fixtures/zip-writer.ts';
import { png } from '../../../fixtures/pictures.ts';
import { openWhole } from './_books/all-pages.ts';
import { expectAccessible, expectAccessibleInBoth, expectFits } from './_books/expect-accessible.ts';
import { ACCOUNT, signIn } from './_books/first-steps.ts';
import { makeReadingShelf } from './_books/make-reading-shelf.ts';
import { newLibraryTest, type ScannedLibrary } from './_books/scanned-test.ts';
import { expectPicture } from './_books/screen.ts';
import { watchComplaints } from './_harness/check-page.ts';

/** The browser starts as a visitor without a session. */
const test = newLibraryTest(makeReadingShelf).extend({
  baseURL: async ({ library }, use) => use(library.url),
});

async function setGuests(
  { url, headers }: ScannedLibrary,
  key: 'library' | 'max_age' | 'shows_unrated',
  value: string | number | boolean,
): Promise<void> {
  await call(url, 'updateSetting', { headers, params: { key: `guests.${key}` }, body: { value } });
}

async function findSeriesId({ url, headers, getBookId }: ScannedLibrary, file: string): Promise<string> {
  const { book } = await call(url, 'getBook', { headers, params: { id: getBookId(file) } });
  return book.seriesId;
}

/** A second library with one book, which guests never see. */
async function addSecret({ url, headers }: ScannedLibrary): Promise<void> {
  const path = mkdtempSync(join(tmpdir(), 'lectern-secret-'));
  mkdirSync(join(path, 'Secret Lanterns'));
  const bytes = writeZip([{ name: '1.png', bytes: png(40, 60).bytes }]);
  writeFileSync(join(path, 'Secret Lanterns', 'Secret Lanterns 01.cbz'), bytes);
  const { id } = await call(url, 'createLibrary', { headers, body: { name: 'Secrets', path, scanImmediately: true } });
  const count = async () => (await call(url, 'listBooks', { headers, query: { libraryId: id } })).total;
  await expect.poll(count, { timeout: 60_000 }).toBe(1);
}

async function enter(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Continue as guest' }).click();
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
}

async function openLibraries(page: Page): Promise<void> {
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Libraries', exact: true }).click();
}

/** Refused requests, and errors in the console, from now on. */
function watchRefusals(page: Page): readonly string[] {
  const refused: string[] = [];
  page.on('response', (response) => {
    if (response.status() >= 400) refused.push(`${String(response.status())} ${response.url()}`);
  });
  page.on('request', (request) => {
    if (request.url().includes('/stream')) refused.push(`stream ${request.url()}`);
  });
  return refused;
}

async function openAsAdmin(browser: Browser, { url }: ScannedLibrary): Promise<Page> {
  const context = await browser.newContext({ baseURL: url });
  await context.request.post('/api/v1/auth/login', { data: ACCOUNT });
  return await context.newPage();
}

test('an admin opens a library to guests, up to an age, and they find and read what is in it', async ({
  page,
  browser,
  library,
}) => {
  await addSecret(library);
  const params = { id: await findSeriesId(library, 'Towers 01.cbz') };
  await call(library.url, 'updateSeriesMetadata', { headers: library.headers, params, body: { ageRating: 18 } });
  const admin = await openAsAdmin(browser, library);
  await admin.goto('/me');
  await admin.getByRole('button', { name: 'Find a setting' }).click();
  await admin.getByRole('combobox', { name: 'Search settings' }).fill('guest');
  await expect(admin.getByRole('option', { name: /Age limit for guests/ })).toBeVisible();
  await admin.getByRole('option', { name: /^Library for guests/ }).click();
  const choice = admin.getByRole('combobox', { name: 'Library for guests' });
  await expect(choice).toBeFocused();
  await choice.selectOption(library.name);
  await admin.getByRole('spinbutton', { name: 'Age limit for guests' }).fill('12');
  await admin.getByRole('switch', { name: 'Unrated series for guests' }).click();
  await expectAccessible(admin);
  await admin.getByRole('form', { name: 'Unsaved changes' }).getByRole('button', { name: 'Save' }).click();
  await expect(admin.getByText('3 settings saved')).toBeVisible();
  await admin.context().close();

  await page.goto('/');
  await expect(page).toHaveURL(/\/login$/);
  await expectAccessibleInBoth(page);
  await enter(page);
  const complaints = watchComplaints(page);
  const refused = watchRefusals(page);
  await expect(page.getByRole('heading', { level: 1, name: /^Good (morning|afternoon|evening|night)$/ })).toBeVisible();
  await openLibraries(page);
  await expect(page.getByRole('link', { name: library.name }).last()).toBeVisible();
  await expect(page.getByText('Secrets')).toHaveCount(0);

  await page.goto('/search?q=lanterns');
  await expect(page.getByRole('link', { name: /^Lanterns/ }).first()).toBeVisible();
  await expect(page.getByText('Secret Lanterns')).toHaveCount(0);
  await page.goto('/search?q=towers');
  await expect(page.getByRole('heading', { name: 'No matching series' })).toBeVisible();

  await page.goto(`/series/${await findSeriesId(library, 'Lanterns 01.cbz')}`);
  await page.getByRole('link', { name: /^Read no/ }).click();
  const place = page.getByTestId('place');
  await expect(place).toHaveText('Page 1 of 7');
  await expectPicture(page, 1);
  await page.keyboard.press('ArrowRight');
  await expect(place).toHaveText('Page 2 of 7');
  // the direction of a series stays in this browser
  await page.keyboard.press('r');
  await page.keyboard.press('ArrowLeft');
  await expect(place).toHaveText('Page 3 of 7');
  await page.reload();
  await expect(place).toHaveText('Page 1 of 7');
  await page.keyboard.press('ArrowLeft');
  await expect(place).toHaveText('Page 2 of 7');
  await page.keyboard.press('s');
  await expect(page.getByRole('dialog').getByRole('group', { name: 'Reading direction' })).toBeVisible();
  await expect(page.getByLabel('Reading profile')).toHaveCount(0);

  await page.goto(`/read/${library.getBookId('Evenings.epub')}`);
  await expect(place).toContainText('in The lamp');
  const text = page.frameLocator('[data-shown="true"] iframe');
  await expect(text.getByRole('heading', { name: 'The lamp' })).toBeInViewport();
  await page.keyboard.press('ArrowRight');
  await expect(place).toContainText('Page 2 of');
  await page.goto(`/read/${library.getBookId('Papers.pdf')}`);
  await expect(place).toHaveText('Page 1 of 3');
  await expectPicture(page, 1);

  expect(refused).toEqual([]);
  expect(complaints.filter((words) => !words.startsWith('Blocked script execution'))).toEqual([]);
  expect(await page.evaluate(() => localStorage.getItem('lectern.session'))).toBeNull();
});

/** Controls that write, or that are of an account. */
const WRITES =
  /^(Mark|Keep|Want to read|Follow|Select|Saved filters|Read status|Edit|Add to|Choose|Your rating|Reading history|Upload)/;
const OF_ACCOUNTS = ['/lists', '/me', '/admin', '/stats', '/releases', '/upload'].map((path) => `a[href^="${path}"]`);

test('every page of guests makes no refused request, offers nothing that writes, and fits a phone', async ({
  page,
  library,
}) => {
  await setGuests(library, 'library', library.id);
  await setGuests(library, 'max_age', 99);
  await page.setViewportSize({ width: 320, height: 700 });
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/');
  await enter(page);
  const complaints = watchComplaints(page);
  const refused = watchRefusals(page);
  const series = `/series/${await findSeriesId(library, 'Lanterns 01.cbz')}`;
  const book = `/book/${library.getBookId('Lanterns 01.cbz')}`;
  for (const path of [
    '/',
    '/libraries',
    `/library/${library.id}`,
    `/library/${library.id}/books`,
    `/library/${library.id}/authors`,
    '/search',
    '/search?q=lanterns',
    '/people/person',
    '/people/publisher',
    series,
    book,
  ]) {
    await openWhole(page, path);
    await expectAccessible(page);
    await expectFits(page);
    expect.soft(await page.getByRole('button', { name: WRITES }).count(), path).toBe(0);
    expect.soft(await page.locator(OF_ACCOUNTS.join(',')).count(), path).toBe(0);
    await expect.soft(page.getByRole('link', { name: 'Sign in' }), path).toBeVisible();
  }
  await page.getByRole('button', { name: /^Actions for/ }).click();
  await expect(page.getByRole('menuitem')).toHaveText([/^Download/]);
  await page.keyboard.press('Escape');
  await openWhole(page, series);
  await page.getByRole('button', { name: /^Actions for/ }).click();
  await expect(page.getByRole('menuitem')).toHaveText(['Download all as ZIP', 'Why is this one series?']);
  await page.keyboard.press('Escape');

  await page.keyboard.press('Control+k');
  await page.getByRole('dialog').getByRole('combobox').fill('sign');
  await expect(page.getByRole('dialog').getByRole('option', { name: 'Sign in' })).toBeVisible();
  await expect(page.getByRole('dialog').getByRole('option', { name: 'Sign out' })).toHaveCount(0);
  await page.getByRole('dialog').getByRole('combobox').fill('dark');
  await page.getByRole('dialog').getByRole('option', { name: 'Theme: Dark' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  expect(refused).toEqual([]);
  expect(complaints).toEqual([]);
});

test('a visit ends in words, and signing in leads back to the page', async ({ page, context, library }) => {
  await setGuests(library, 'library', library.id);
  await setGuests(library, 'max_age', 99);
  const series = `/series/${await findSeriesId(library, 'Lanterns 01.cbz')}`;
  const heading = page.getByRole('heading', { level: 1, name: 'Lanterns' });
  const over = page.getByText('Your visit as a guest is over.');
  const offer = page.getByRole('button', { name: 'Continue as guest' });
  await page.goto(series);
  await expect(page).toHaveURL(/\/login/);
  await expect(offer).toBeVisible();
  await expect(over).toHaveCount(0);
  await enter(page);
  await expect(heading).toBeVisible();
  await expect(page).toHaveURL(series);

  // the time of the visit is over
  await context.clearCookies();
  await page.reload();
  await expect(over).toBeVisible();
  await enter(page);
  await expect(page).toHaveURL(series);

  // a page of an account asks for one, and a guest goes home instead
  await page.goto('/lists');
  await expect(page).toHaveURL(/\/login/);
  await expect(offer).toBeVisible();
  await expect(over).toHaveCount(0);
  await enter(page);
  await expect(page).toHaveURL(/127\.0\.0\.1:\d+\/$/);

  await page.goto(series);
  await page.getByRole('link', { name: 'Sign in' }).click();
  await signIn(page);
  await expect(heading).toBeVisible();
  await expect(page).toHaveURL(series);
  await expect(page.getByRole('button', { name: 'Want to read' })).toBeVisible();

  await page.goto('/me');
  await page.getByRole('button', { name: 'Sign out' }).click();
  await enter(page);
  // What Home asks for has been answered.
  await expect(page.getByRole('heading', { level: 2, name: 'Recently added series' })).toBeVisible();
  await setGuests(library, 'library', '');
  await page.goto(series);
  await expect(over).toBeVisible();
  await expect(offer).toHaveCount(0);
  await expectAccessible(page);
});
