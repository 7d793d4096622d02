import { call } from '@lectern/contract/client';
import type { Browser, Page } from '@playwright/test';
import { expectAccessibleInBoth } from './_books/expect-accessible.ts';
import { ACCOUNT } from './_books/first-steps.ts';
import { makeReadingShelf } from './_books/make-reading-shelf.ts';
import { newReadingTest } from './_books/reading-test.ts';
import type { ScannedLibrary } from './_books/scanned-test.ts';
import { watchComplaints } from './_harness/check-page.ts';
import { expect } from './_harness/test.ts';

const test = newReadingTest(makeReadingShelf);

const place = (page: Page) => page.getByTestId('place');
const sheet = (page: Page) => page.getByRole('dialog', { name: 'Settings' });
const getChoice = (page: Page, group: string, name: string) =>
  page.getByRole('group', { name: group, exact: true }).getByRole('radio', { name, exact: true });

/** Opens the settings once the reader listens to keys. */
async function openSettings(page: Page): Promise<void> {
  await expect(page.getByRole('main', { name: /^Reading / })).toBeVisible();
  await page.keyboard.press('s');
  await expect(sheet(page)).toBeVisible();
}

/** A second device of the same user. */
async function openElsewhere(browser: Browser, { url }: ScannedLibrary): Promise<Page> {
  const context = await browser.newContext({ baseURL: url });
  const page = await context.newPage();
  await page.request.post('/api/v1/auth/login', { data: ACCOUNT });
  return page;
}

/** Waits until the server has stored a choice or a profile. */
async function afterStoring(page: Page, change: () => Promise<unknown>): Promise<void> {
  const stored = page.waitForResponse(
    (response) => /\/reading-(choices|profiles)/.test(response.url()) && response.request().method() !== 'GET',
  );
  await change();
  expect((await stored).ok()).toBe(true);
}

/** Profiles and choices of an earlier test must not affect the next. */
async function forgetProfiles({ url, headers, id }: ScannedLibrary): Promise<void> {
  const { profiles } = await call(url, 'listReadingProfiles', { headers });
  for (const profile of profiles) await call(url, 'deleteReadingProfile', { headers, params: { id: profile.id } });
  const targets = [
    { scope: 'library', targetId: id },
    { scope: 'format', targetId: 'comic' },
  ] as const;
  for (const target of targets) {
    await call(url, 'chooseReadingProfile', { headers, body: { ...target, profileId: null, settings: null } });
  }
}

test.beforeEach(async ({ library }) => forgetProfiles(library));

test.describe('a reading profile', () => {
  test('is chosen for a series, applies at once, and on another device', async ({ page, browser, read, library }) => {
    const complaints = watchComplaints(page);
    await read('Lanterns 01.cbz');
    await openSettings(page);
    await expect(sheet(page)).toContainText('No profile is in use');
    await afterStoring(page, async () => sheet(page).getByLabel('Reading profile').selectOption('Manga'));
    await expect(sheet(page)).toContainText('“Manga” is in use, chosen for this series');
    await expect(getChoice(page, 'Reading direction', 'Right to left')).toBeChecked();
    await expectAccessibleInBoth(page);
    await page.keyboard.press('Escape');
    await expect(sheet(page)).toHaveCount(0);
    await page.keyboard.press('ArrowLeft');
    await expect(place(page)).toHaveText('Pages 2 and 3 of 7');

    const other = await openElsewhere(browser, library);
    await other.goto(`/read/${library.getBookId('Lanterns 02.cbz')}?page=1`);
    await openSettings(other);
    await expect(sheet(other)).toContainText('“Manga” is in use, chosen for this series');
    await expect(getChoice(other, 'Reading direction', 'Right to left')).toBeChecked();
    await other.goto(`/read/${library.getBookId('Torn 01.cbz')}?page=1`);
    await openSettings(other);
    await expect(sheet(other)).toContainText('No profile is in use');
    const { book } = await call(library.url, 'getBook', {
      headers: library.headers,
      params: { id: library.getBookId('Lanterns 01.cbz') },
    });
    await other.goto(`/series/${book.seriesId}`);
    await expect(other.getByRole('link', { name: 'Reading profile: Manga' })).toBeVisible();
    await other.context().close();
    expect(complaints).toEqual([]);
  });

  test('takes the changes made while it is in use, for all its books', async ({ page, read }) => {
    await read('Lanterns 01.cbz');
    await openSettings(page);
    await sheet(page).getByLabel('Use it for').selectOption('This library');
    await afterStoring(page, async () => sheet(page).getByLabel('Reading profile').selectOption('Comic'));
    await expect(sheet(page)).toContainText('“Comic” is in use, chosen for this library');
    await afterStoring(page, async () => getChoice(page, 'Fit', 'Width').check({ force: true }));
    await page.goto('/me/preferences');
    await page.getByText('Comics, manga and PDFs').click();
    await expect(getChoice(page, 'Fit', 'Screen')).toBeChecked();
    await read('Torn 01.cbz');
    await openSettings(page);
    await expect(getChoice(page, 'Fit', 'Width')).toBeChecked();
  });

  test('keeps a change on this device, shows it, and resets it', async ({ page, browser, read, library }) => {
    await read('Lanterns 01.cbz');
    await openSettings(page);
    await expect(sheet(page)).toContainText('Your changes apply to all books without a profile');
    await sheet(page).getByRole('checkbox', { name: 'Only on this device' }).check();
    await expect(sheet(page)).toContainText('Your changes stay on this device');
    await getChoice(page, 'Fit', 'Height').check({ force: true });
    await expect(sheet(page)).toContainText('Different on this device: Fit');
    await page.reload();
    await openSettings(page);
    await expect(getChoice(page, 'Fit', 'Height')).toBeChecked();
    const other = await openElsewhere(browser, library);
    await other.goto(`/read/${library.getBookId('Lanterns 01.cbz')}`);
    await openSettings(other);
    await expect(getChoice(other, 'Fit', 'Screen')).toBeChecked();
    await other.context().close();
    await sheet(page).getByRole('button', { name: 'Reset on this device' }).click();
    await expect(getChoice(page, 'Fit', 'Screen')).toBeChecked();
    await expect(sheet(page)).not.toContainText('Different on this device');
  });

  test('is saved from the reader, renamed, duplicated, edited and deleted', async ({ page, read }) => {
    const complaints = watchComplaints(page);
    await read('Lanterns 01.cbz');
    await page.keyboard.press('w');
    await openSettings(page);
    await sheet(page).getByRole('button', { name: 'Save as a new profile' }).click();
    await sheet(page).getByLabel('Name').fill('Scrolls');
    await afterStoring(page, async () => page.keyboard.press('Enter'));
    await expect(sheet(page)).toContainText('“Scrolls” is in use, chosen for this series');
    await expect(getChoice(page, 'Reading direction', 'Webtoon')).toBeChecked();

    await page.goto('/me/reading');
    const act = async (name: string, action: string) => {
      await page.getByRole('button', { name: `Actions for ${name}`, exact: true }).click();
      await page.getByRole('menuitem', { name: action }).click();
    };
    await expect(page.getByRole('listitem').filter({ hasText: 'Scrolls' })).toContainText('Chosen for 1 series');
    await act('Scrolls', 'Rename');
    await page.getByRole('dialog').getByLabel('Name').fill('Long strips');
    await page.keyboard.press('Enter');
    await act('Long strips', 'Duplicate');
    await page.getByRole('dialog').getByLabel('Name').fill('Copy');
    await page.keyboard.press('Enter');
    await act('Copy', 'Edit');
    await afterStoring(page, async () => getChoice(page, 'Reading direction', 'Top to bottom').check({ force: true }));
    await expectAccessibleInBoth(page);
    await page.keyboard.press('Escape');
    await act('Long strips', 'Delete');
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByRole('button', { name: 'Actions for Long strips' })).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Actions for Copy' })).toBeVisible();
    expect(complaints).toEqual([]);
  });
});

test('a direction that an earlier release stored stays, and moves with the next choice', async ({
  page,
  read,
  library,
}) => {
  const { url, headers } = library;
  const { book } = await call(url, 'getBook', { headers, params: { id: library.getBookId('Lanterns 01.cbz') } });
  const key = `custom.reader.series.${book.seriesId.replaceAll('-', '_')}`;
  await call(url, 'updatePreference', { headers, params: { key }, body: { value: { direction: 'rtl', at: 1 } } });
  await read('Lanterns 01.cbz');
  await page.keyboard.press('ArrowLeft');
  await expect(place(page)).toHaveText('Page 2 of 7');
  await afterStoring(page, async () => page.keyboard.press('d'));
  await expect(place(page)).toHaveText('Pages 1 and 2 of 7');
  const listCustom = async () =>
    (await call(url, 'listPreferences', { headers })).filter((preference) => preference.key === key);
  await expect.poll(listCustom).toEqual([]);
  const { choices } = await call(url, 'listReadingProfiles', { headers, query: { seriesId: book.seriesId } });
  expect(choices).toContainEqual({
    scope: 'series',
    targetId: book.seriesId,
    profileId: null,
    settings: { 'reader.reading_direction': 'rtl', 'reader.page_layout': 'double' },
  });
});
