import type { Page } from '@playwright/test';
import { expect, test } from './_books/catalog-test.ts';
import { expectAccessible, expectAccessibleInBoth, expectFits } from './_books/expect-accessible.ts';
import { onBoth } from './_harness/on-both.ts';

async function openLibrary(page: Page, { id }: { readonly id: string }, search = ''): Promise<void> {
  await page.goto(`/library/${id}${search}`);
  await expect(page.getByRole('group', { name: 'Filters' })).toBeVisible();
}

function titles(page: Page) {
  return page.getByRole('list', { name: 'Series' }).getByRole('heading', { level: 3 });
}

test('a reader filters a library by genre and progress, in a readable address that can be shared and navigated back', async ({
  page,
  library,
}) => {
  await openLibrary(page, library);
  await page.getByRole('button', { name: /^Genre/ }).click();
  const genres = page.getByRole('dialog', { name: 'Genre' });
  await genres.getByRole('searchbox', { name: 'Find a genre' }).fill('hor');
  await genres.getByRole('checkbox', { name: /Horror/ }).check();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('status').filter({ hasText: /^5 series$/ })).toBeVisible();
  await expect(titles(page)).toHaveText(['7 Lamps', 'Ash Harbour', 'Black Orchard', 'Cold Cellar', 'Hollow Hills']);
  await expect(page).toHaveURL(/[?]c=genre:is:Horror/);

  await page.getByRole('button', { name: /^Tag/ }).click();
  await page.getByRole('checkbox', { name: /ghosts/ }).check();
  await page.keyboard.press('Escape');
  await expect(titles(page)).toHaveText(['7 Lamps', 'Ash Harbour', 'Cold Cellar']);
  await expectAccessibleInBoth(page);
  await page.reload();
  await expect(titles(page)).toHaveText(['7 Lamps', 'Ash Harbour', 'Cold Cellar']);

  await page.goBack();
  await expect(titles(page)).toHaveCount(5);
  await page.getByRole('button', { name: 'Remove: Genre is Horror' }).click();
  await expect(page.getByRole('list', { name: 'Filtered by' })).toBeHidden();
  await expect(titles(page).first()).toHaveText('7 Lamps');
  await page.getByRole('link', { name: 'Books', exact: true }).click();
  await page.getByRole('button', { name: /^Read status/ }).click();
  await page.getByRole('checkbox', { name: 'In progress' }).check();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('heading', { name: 'No matching books' })).toBeVisible();
});

test('a reader builds a filter by keyboard and sees its result count before applying it', async ({ page, library }) => {
  await openLibrary(page, library);
  await page.getByRole('button', { name: 'More filters' }).focus();
  await page.keyboard.press('Enter');
  const sheet = page.getByRole('dialog', { name: 'Filter series' });
  const first = sheet.getByRole('group', { name: 'Genre' });
  await first.getByRole('combobox', { name: 'Genre', exact: true }).focus();
  await page.keyboard.type('scien');
  await expect(first.getByRole('option', { name: /^Science Fiction/ })).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(sheet.getByRole('button', { name: 'Show 4 series' })).toBeVisible();

  await sheet.getByRole('button', { name: 'Add condition' }).focus();
  await page.keyboard.press('Enter');
  const second = sheet.getByRole('group', { name: 'Genre' }).nth(1);
  await expect(second.getByLabel('Field', { exact: true })).toBeFocused();
  await second.getByLabel('Field', { exact: true }).selectOption('Year');
  const year = sheet.getByRole('group', { name: 'Year' });
  await year.getByLabel('Comparison for Year').selectOption('is after');
  await year.getByRole('spinbutton', { name: 'Year' }).fill('2004');
  await expect(sheet.getByRole('button', { name: 'Show 3 series' })).toBeVisible();
  await expectAccessibleInBoth(page);
  await sheet.getByRole('button', { name: 'Show 3 series' }).focus();
  await page.keyboard.press('Enter');
  await expect(titles(page)).toHaveText(['Éclair Engine', 'Far Colony', 'Iron Tide']);
  await expect(page).toHaveURL(/c=genre:is:Science[+]Fiction,year:gt:2004/);
});

test('a reader nests, copies, negates and removes filter groups', async ({ page, library }) => {
  await openLibrary(page, library, '?c=genre:is:Horror,any(tag:is:sea,tag:is:trees)');
  await expect(page.getByRole('button', { name: 'Any of (Tag is sea; Tag is trees)', exact: true })).toBeVisible();
  await expect(titles(page)).toHaveText(['Ash Harbour', 'Black Orchard']);
  await page.getByRole('button', { name: 'Any of (Tag is sea; Tag is trees)', exact: true }).click();
  const sheet = page.getByRole('dialog', { name: 'Filter series' });
  await sheet.getByRole('button', { name: 'Actions for this group' }).click();
  await page.getByRole('menuitem', { name: 'Negate' }).click();
  await expect(sheet.getByRole('button', { name: 'Show 3 series' })).toBeVisible();
  await sheet.getByRole('button', { name: 'Actions for Genre' }).click();
  await page.getByRole('menuitem', { name: 'Duplicate' }).click();
  await expect(sheet.getByRole('group', { name: 'Genre' })).toHaveCount(2);
  await sheet.getByRole('button', { name: 'Remove Genre' }).first().click();
  await expect(sheet.getByRole('group', { name: 'Genre' })).toHaveCount(1);
  await sheet.getByRole('button', { name: 'Close' }).click();
  await expect(sheet.getByText('This filter is not applied yet.')).toBeVisible();
  await sheet.getByRole('button', { name: 'Show 3 series' }).click();
  await expect(titles(page)).toHaveText(['7 Lamps', 'Cold Cellar', 'Hollow Hills']);
});

test('a reader saves filters by name and undoes a change', async ({ page, library }) => {
  await openLibrary(page, library, '?c=genre:is:Drama&sort=year,desc');
  await page.getByRole('button', { name: 'Saved filters' }).click();
  const panel = page.getByRole('dialog', { name: 'Saved filters' });
  await panel.getByLabel('Save this filter as').fill('Drama, newest');
  await panel.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Saved the filter “Drama, newest”')).toBeVisible();

  await openLibrary(page, library);
  await page.getByRole('button', { name: 'Saved filters' }).click();
  await expectAccessible(page);
  await panel.getByRole('button', { name: 'Actions for Drama, newest' }).click();
  await page.getByRole('menuitem', { name: 'Rename' }).click();
  await panel.getByLabel('New name').fill('Dramas');
  await panel.getByRole('button', { name: 'Rename' }).click();
  await expect(page.getByText('Renamed “Drama, newest” to “Dramas”')).toBeVisible();
  await panel.getByRole('button', { name: /^Dramas/ }).click();
  await expect(titles(page)).toHaveText(['Juniper Lane', 'Kite Season', 'Glass Garden']);

  await page.getByRole('button', { name: 'Saved filters' }).click();
  await panel.getByRole('button', { name: 'Actions for Dramas' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await expect(panel.getByRole('button', { name: /^Dramas/ })).toHaveCount(0);
  await page.keyboard.press('Escape');
  const toast = page.getByText('Deleted the filter “Dramas”');
  await expect(toast).toBeVisible();
  await toast.locator('..').getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('button', { name: 'Saved filters' }).click();
  await expect(panel.getByRole('button', { name: /^Dramas/ })).toBeVisible();
});

test('the list names the filter that hides everything, and ignores invalid parts of the address', async ({
  page,
  library,
}) => {
  await openLibrary(page, library, '?c=genre:is:Horror,year:gt:2020,nonsense:is:here');
  await expect(page.getByText('1 part of the filter in this address is not valid')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'No matching series' })).toBeVisible();
  await expect(page.getByText('All of these: Genre is Horror; Year is after 2020')).toBeVisible();
  await expectAccessibleInBoth(page);
  await page.getByRole('button', { name: 'Without “Year is after 2020”: 5 series' }).click();
  await expect(titles(page)).toHaveCount(5);
});

test('a reader jumps to a letter by mouse and by keyboard', async ({ page, library }) => {
  await page.setViewportSize({ width: 900, height: 500 });
  await openLibrary(page, library);
  const rail = page.getByRole('toolbar', { name: 'Jump to a letter' });
  await rail.getByRole('button', { name: 'T, 1' }).click();
  await expect(page.getByRole('link', { name: 'Thorn Tales' })).toBeInViewport();
  await rail.getByRole('button', { name: 'T, 1' }).focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('link', { name: '7 Lamps' })).toBeFocused();
  await page.keyboard.press('q');
  await expect(page.getByRole('link', { name: 'Quartz Tales' })).toBeFocused();
  await expect(page.getByRole('link', { name: 'Quartz Tales' })).toBeInViewport();
});

test('a letter chosen before the list has loaded still works', async ({ page, library }) => {
  await page.setViewportSize({ width: 900, height: 500 });
  let choose: (() => void) | undefined;
  const chosen = new Promise<void>((resolve) => (choose = resolve));
  await page.route(/\/api\/v1\/series[?]page=/, async (route) => {
    await chosen;
    await route.continue();
  });
  await openLibrary(page, library);
  await page.getByRole('button', { name: 'T, 1' }).click();
  choose?.();
  await expect(page.getByRole('link', { name: 'Thorn Tales' })).toBeInViewport();
  await expect(page.getByRole('link', { name: 'Thorn Tales' })).toBeFocused();
});

onBoth(test, () => {
  test('a reader filters by touch, with the builder in full screen', async ({ page, library, isMobile }) => {
    await openLibrary(page, library);
    const press = async (name: string) => {
      const button = page.getByRole('button', { name });
      await (isMobile ? button.tap() : button.click());
    };
    await press('More filters');
    const sheet = page.getByRole('dialog', { name: 'Filter series' });
    await sheet.getByLabel('Field', { exact: true }).selectOption('Read status');
    await sheet.getByLabel('Comparison for Read status').selectOption('is one of');
    await sheet.getByRole('checkbox', { name: 'Unread' }).check();
    await sheet.getByRole('checkbox', { name: 'In progress' }).check();
    await expect(sheet.getByRole('button', { name: 'Show 27 series' })).toBeVisible();
    await expectFits(page);
    await press('Show 27 series');
    await expect(page.getByRole('main').getByText('27 series', { exact: true })).toBeVisible();
    await expect(page.getByRole('list', { name: 'Filtered by' })).toContainText('Read status is Unread or In progress');
    await expectFits(page);
    if (!isMobile) return;
    await press('A–Z');
    await page.getByRole('dialog', { name: 'A–Z' }).getByRole('button', { name: 'Z, 1' }).tap();
    await expect(page.getByRole('link', { name: 'Zephyr Tales' })).toBeInViewport();
  });
});
