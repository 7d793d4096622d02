import { call } from '@lectern/contract/client';
import type { Page } from '@playwright/test';
import { expectAccessibleInBoth } from './_books/expect-accessible.ts';
import { makeReadingShelf } from './_books/make-reading-shelf.ts';
import { keepBook, waitForWorker } from './_books/offline.ts';
import { newScannedTest, type ScannedLibrary } from './_books/scanned-test.ts';
import { expect } from './_books/shelf-test.ts';

const test = newScannedTest(makeReadingShelf);

test.use({ serviceWorkers: 'allow' });

async function findSeriesId({ url, headers, getBookId }: ScannedLibrary, file: string): Promise<string> {
  return (await call(url, 'getBook', { headers, params: { id: getBookId(file) } })).book.seriesId;
}

/** Tests of one worker share a server. */
let made = 0;

const getTile = (page: Page, title: string | RegExp) =>
  page.getByRole('article').filter({ has: page.getByRole('link', { name: title }) });

test('covers in grids, rows and lists show what this device keeps', async ({ page, library }) => {
  const { url, headers } = library;
  const bookId = library.getBookId('Lanterns 01.cbz');
  await keepBook(page, bookId);
  await page.goto(`/series/${await findSeriesId(library, 'Lanterns 01.cbz')}`);
  const mark = page.getByRole('img', { name: 'Kept on this device' });
  await expect(getTile(page, /Lanterns 01/).locator(mark)).toBeVisible();
  await expect(mark).toHaveCount(1);
  await page.goto(`/library/${library.id}`);
  const ofSeries = page.getByRole('img', { name: '1 book kept on this device' });
  await expect(getTile(page, 'Lanterns').locator(ofSeries)).toBeVisible();
  await expect(ofSeries).toHaveCount(1);
  await expectAccessibleInBoth(page);
  await page.goto('/');
  await expect(getTile(page, 'Lanterns 01').locator(mark)).toBeVisible();
  made += 1;
  const body = { name: `Rows ${String(made)}`, bookIds: [bookId] };
  const { id } = await call(url, 'createReadList', { headers, body });
  await page.goto(`/list/reading/${id}`);
  await expect(getTile(page, /Lanterns 01/).locator(mark)).toBeVisible();
});

test('selected books are kept and removed, and their marks follow at once', async ({ page, library }) => {
  await page.goto(`/series/${await findSeriesId(library, 'Lanterns 01.cbz')}`);
  await waitForWorker(page);
  const marks = page.getByRole('img', { name: 'Kept on this device' });
  const choose = async (action: string) => {
    await page.keyboard.press('Control+a');
    await page.getByRole('button', { name: 'More actions for the selection' }).click();
    await page.getByRole('menuitem', { name: action, exact: true }).click();
  };
  await page
    .getByRole('link', { name: /Lanterns 01/ })
    .first()
    .focus();
  await choose('Keep on this device');
  await expect(page.getByText('2 books will be kept on this device').first()).toBeVisible();
  await expect(marks).toHaveCount(2);
  await page
    .getByRole('link', { name: /Lanterns 01/ })
    .first()
    .focus();
  await choose('Remove from this device');
  await expect(page.getByText('2 books removed from this device').first()).toBeVisible();
  const undo = page.getByRole('button', { name: 'Undo' }).last();
  // a message that has the focus stays
  await undo.focus();
  await expect(marks).toHaveCount(0);
  await undo.click();
  await expect(marks).toHaveCount(2);
});

test('selected series are kept with all their books', async ({ page, library }) => {
  await page.goto(`/library/${library.id}`);
  await waitForWorker(page);
  await page.getByRole('button', { name: 'Select', exact: true }).click();
  await page.getByRole('checkbox', { name: /Lanterns/ }).check();
  await page.getByRole('button', { name: 'More actions for the selection' }).click();
  await page.getByRole('menuitem', { name: 'Keep on this device' }).click();
  await expect(page.getByText('2 books will be kept on this device').first()).toBeVisible();
  await expect(page.getByRole('img', { name: '2 books kept on this device' })).toBeVisible();
});
