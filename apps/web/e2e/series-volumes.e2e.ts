import { call } from '@lectern/contract/client';
import type { Page } from '@playwright/test';
import { expect, test } from './_books/credits-test.ts';
import { expectAccessibleInBoth, expectFits } from './_books/expect-accessible.ts';

interface Opened {
  readonly url: string;
  readonly headers: { readonly authorization: string };
  readonly getBookId: (file: string) => string;
}

async function openSeries(page: Page, { url, headers, getBookId }: Opened, file: string): Promise<string> {
  const { book } = await call(url, 'getBook', { headers, params: { id: getBookId(file) } });
  await page.goto(`/series/${book.seriesId}`);
  await expect(page.getByRole('heading', { level: 1, name: book.seriesName })).toBeVisible();
  return book.seriesId;
}

test('missing volumes stand as empty covers between the books, until the reader hides them', async ({
  page,
  library,
}) => {
  const seriesId = await openSeries(page, library, 'Harbour v01.cbz');
  const books = page.getByRole('list', { name: 'Books' });
  await expect(page.getByText('2 volumes missing: 3–4')).toBeVisible();
  await expect(books.getByRole('listitem')).toHaveCount(4);
  const ghost = books.getByRole('img', { name: 'Volumes 3–4 are missing' });
  await expect(books.getByRole('listitem').nth(2)).toContainText('Volumes 3–4 are missing');
  await expectAccessibleInBoth(page);

  await books
    .getByRole('link', { name: /Harbour v02/ })
    .first()
    .focus();
  await page.keyboard.press('ArrowRight');
  await expect(ghost).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(books.getByRole('link', { name: /Harbour v05/ }).first()).toBeFocused();
  await page.keyboard.press('Control+a');
  await expect(page.getByText('3 books selected')).toBeVisible();
  await page.keyboard.press('Escape');

  const { headers, url } = library;
  await call(url, 'updateSeriesMetadata', { headers, params: { id: seriesId }, body: { totalVolumeCount: 6 } });
  await page.reload();
  await expect(books.getByRole('img', { name: 'Volume 6 is missing' })).toBeVisible();
  await page.getByRole('button', { name: 'Hide what is missing' }).click();
  await expect(books.getByRole('listitem')).toHaveCount(3);
  await page.reload();
  await expect(page.getByRole('button', { name: 'Show what is missing' })).toBeVisible();
  await expect(books.getByRole('listitem')).toHaveCount(3);
});

test('volumes open to their chapters', async ({ page, library }) => {
  await openSeries(page, library, 'Chapters v01 c001.cbz');
  await expect(page.getByText('Volume 2 is missing')).toBeVisible();
  const titles = page.locator('summary');
  await expect(titles).toContainText(['Volume 1', 'Volume 3', 'Chapters without a volume', 'Specials and others']);
  const first = page.getByRole('list', { name: 'Volume 1' });
  await expect(first.getByRole('listitem')).toHaveCount(5);
  await expect(first.getByRole('listitem').nth(2)).toContainText('Chapter 3 is missing');
  await expect(page.getByRole('list', { name: 'Volume 3' })).toHaveCount(0);
  await titles.nth(1).click();
  await expect(page.getByRole('list', { name: 'Volume 3' }).getByRole('link', { name: /c009/ }).first()).toBeVisible();
  await titles.nth(3).click();
  await expect(page.getByRole('list', { name: 'Specials and others' })).toContainText('Art of Chapters');
  await expectAccessibleInBoth(page);
  await page.setViewportSize({ width: 320, height: 640 });
  await expectFits(page);
});

test('a reader finds the series in which books are missing', async ({ page, library }) => {
  await page.goto(`/library/${library.id}`);
  await page.getByRole('button', { name: 'More filters' }).click();
  const sheet = page.getByRole('dialog', { name: 'Filter series' });
  await sheet.getByLabel('Field', { exact: true }).selectOption('Missing books');
  const missing = sheet.getByRole('group', { name: 'Missing books' });
  await missing.getByLabel('Comparison for Missing books').selectOption('Books are missing in between');
  await sheet.getByRole('button', { name: 'Show 2 series' }).click();
  const titles = page.getByRole('list', { name: 'Series' }).getByRole('heading', { level: 3 });
  await expect(titles).toHaveText(['Chapters', 'Harbour']);
  await page.reload();
  await expect(titles).toHaveText(['Chapters', 'Harbour']);
  await page.getByRole('button', { name: 'Books are missing in between', exact: true }).click();
  await missing.getByLabel('Comparison for Missing books').selectOption('No books are missing in between');
  await sheet.getByRole('button', { name: 'Show 1 series' }).click();
  await expect(titles).toHaveText(['Orchard']);
});
