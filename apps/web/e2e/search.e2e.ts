import type { Page } from '@playwright/test';
import { expect, test } from './_books/catalog-test.ts';
import { expectAccessibleInBoth, expectFits } from './_books/expect-accessible.ts';
import { onBoth } from './_harness/on-both.ts';

function field(page: Page) {
  return page.getByRole('combobox', { name: 'Search' });
}

function found(page: Page, group: string) {
  return page.getByRole('listbox', { name: 'Results' }).getByRole('group', { name: group });
}

test('a reader searches while typing, on any page and by keyboard alone', async ({ page }) => {
  await page.goto('/libraries');
  await expect(page.getByRole('heading', { level: 1, name: 'Libraries' })).toBeVisible();
  await expect(field(page)).toBeVisible();
  await page.keyboard.press('/');
  await expect(field(page)).toBeFocused();
  await page.keyboard.type('eclair');
  await expect(found(page, 'Series').getByRole('option')).toHaveText([/^Éclair Engine/]);
  // every typed letter gives other results
  await expect(found(page, 'Series').locator('mark').first()).toHaveText('Éclair');
  await expectAccessibleInBoth(page);
  await page.keyboard.press('ArrowDown');
  await expect(found(page, 'Series').getByRole('option')).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Éclair Engine' })).toBeVisible();
  // the keyboard focus moves to the page, so its keys reach no field
  await expect(page.getByRole('main')).toBeFocused();

  await page.keyboard.press('/');
  await expect(field(page)).toBeFocused();
  await expect(field(page)).toHaveValue('eclair');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('listbox')).toBeHidden();
});

test('the search corrects a misspelling, and reports when it finds nothing', async ({ page }) => {
  await page.goto('/');
  await field(page).fill('harbuor');
  await expect(found(page, 'Series').getByRole('option')).toHaveText([/^Ash Harbour/]);
  await field(page).fill('qqqqqqqqqqqq');
  await expect(page.getByText('Nothing found for “qqqqqqqqqqqq”. Try')).toBeVisible();
});

test('a reader filters and sorts all results by kind', async ({ page }) => {
  await page.goto('/');
  await field(page).fill('tales');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/search\?q=tales$/);
  const series = page.getByRole('list', { name: 'Series' });
  await expect(series.getByRole('listitem').first()).toHaveAttribute('aria-setsize', '15');
  await expectAccessibleInBoth(page);
  await page.getByRole('combobox', { name: 'Sort by' }).selectOption('Title');
  await expect(series.getByRole('heading', { level: 3 }).first()).toHaveText('Lantern Tales');
  await page.getByRole('link', { name: 'Books', exact: true }).click();
  await expect(page.getByRole('list', { name: 'Books' }).getByRole('listitem').first()).toHaveAttribute(
    'aria-setsize',
    '15',
  );
  await page.getByRole('button', { name: 'More filters' }).click();
  const sheet = page.getByRole('dialog', { name: 'Filter books' });
  await sheet.getByLabel('Field', { exact: true }).selectOption('Title');
  await sheet.getByLabel('Comparison for Title').selectOption('begins with');
  await sheet.getByRole('combobox', { name: 'Title', exact: true }).fill('Oak');
  await sheet.getByRole('button', { name: 'Show 1 book' }).click();
  await expect(page.getByRole('link', { name: 'Oak Tales 01' }).first()).toBeVisible();
  // a filter on a book's title becomes a filter on a series' name
  await page.getByRole('link', { name: 'Series', exact: true }).click();
  await expect(page.getByRole('link', { name: 'Oak Tales' })).toBeVisible();
  await expect(page.getByRole('list', { name: 'Filtered by' })).toContainText('Title begins with “Oak”');
});

test('in a middle-sized window, the button of the palette covers nothing of the search page', async ({ page }) => {
  for (const width of [640, 768, 899]) {
    await page.setViewportSize({ width, height: 800 });
    await page.goto('/search?q=tales');
    const measureGap = async () => {
      const sort = await page.getByRole('combobox', { name: 'Sort by' }).boundingBox();
      const button = await page.getByRole('button', { name: 'Commands' }).boundingBox();
      return (button?.x ?? 0) - (sort?.x ?? width) - (sort?.width ?? 0);
    };
    await expect.poll(measureGap, { message: `at ${width}` }).toBeGreaterThanOrEqual(0);
    await expectFits(page);
  }
});

test('the field keeps what the reader types while a search runs', async ({ page }) => {
  await page.goto('/search?q=Planet');
  const field = page.getByRole('combobox', { name: 'Search' });
  await expect(field).toHaveValue('Planet');
  await field.fill('Light');
  // all at once, before the page knows the first query
  await field.evaluate((input) => {
    if (!(input instanceof HTMLInputElement)) throw new Error('The field is no input');
    input.form?.requestSubmit();
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, 'Lighthouse');
    input.dispatchEvent(new Event('input', { bubbles: true }));
  });
  await expect(page).toHaveTitle(/^Light\b/);
  await expect(field).toHaveValue('Lighthouse');
  // a query from elsewhere replaces the text
  await page.goBack();
  await expect(field).toHaveValue('Planet');
  await page.goForward();
  await expect(field).toHaveValue('Light');
});

test('the browser remembers recent searches until the reader deletes them', async ({ page }) => {
  await page.goto('/search');
  await field(page).fill('orbit');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/q=orbit/);
  await page.goto('/');
  await field(page).click();
  const recent = page.getByRole('listbox', { name: 'Recent searches' });
  await expect(recent.getByRole('option')).toHaveText(['orbit']);
  await page.getByRole('button', { name: 'Clear recent searches' }).click();
  await expect(recent).toBeHidden();
  await recent.waitFor({ state: 'detached' });
});

test('people, publishers and genres link to their works', async ({ page, library }) => {
  await page.goto('/');
  await field(page).fill('ada marsh');
  await found(page, 'Creators')
    .getByRole('option', { name: /^Ada Marsh/ })
    .click();
  await expect(page.getByRole('heading', { level: 1, name: 'Ada Marsh' })).toBeVisible();
  await expect(page.getByText('5 series, 5 books')).toBeVisible();
  await expect(page.getByRole('list', { name: 'Series' }).getByRole('article')).toHaveCount(5);
  await page.goto(`/book/${library.getBookId('Distant Orbit 01.cbz')}`);
  await page.getByRole('link', { name: 'Science Fiction' }).first().click();
  await expect(page.getByRole('list', { name: 'Filtered by' })).toContainText('Genre is Science Fiction');
});

onBoth(test, () => {
  test('a reader searches by touch from the bottom bar of a phone', async ({ page, isMobile }) => {
    await page.goto('/');
    if (isMobile) await page.getByRole('link', { name: 'Search' }).tap();
    else await page.goto('/search');
    await expect(page.getByRole('heading', { level: 1, name: 'Search' })).toBeVisible();
    await field(page).click();
    await field(page).fill('willow');
    const option = found(page, 'Series').getByRole('option', { name: /^Willow Tales/ });
    await expect(option).toBeVisible();
    await expectFits(page);
    await (isMobile ? option.tap() : option.click());
    await expect(page.getByRole('heading', { level: 1, name: 'Willow Tales' })).toBeVisible();
  });
});
