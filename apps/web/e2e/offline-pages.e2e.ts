import { call } from '@lectern/contract/client';
import { expectAccessibleInBoth } from './_books/expect-accessible.ts';
import { makeReadingShelf } from './_books/make-reading-shelf.ts';
import { keepBook, waitForWorker } from './_books/offline.ts';
import { newScannedTest } from './_books/scanned-test.ts';
import { expect } from './_books/shelf-test.ts';

const test = newScannedTest(makeReadingShelf);

test.use({ serviceWorkers: 'allow' });

const NOTE = 'You see only books on this device.';

test('home, library, search and series show what is kept while the server is away', async ({ page, library }) => {
  const { url, headers, getBookId } = library;
  const begun = getBookId('Lanterns 01.cbz');
  await call(url, 'saveProgress', { headers, params: { id: begun }, body: { currentPage: 3 } });
  const { seriesId } = (await call(url, 'getBook', { headers, params: { id: begun } })).book;
  await keepBook(page, begun);
  await keepBook(page, getBookId('Evenings.epub'));
  const tiles = page.getByRole('article').getByRole('heading', { level: 3 });
  const palette = page.getByRole('dialog', { name: 'Commands' });
  // its code is on this device once it was open
  await page.keyboard.press('Control+k');
  await expect(palette).toBeVisible();
  await page.keyboard.press('Escape');
  await library.server.stop();
  try {
    await page.goto('/');
    await expect(page.getByText(NOTE)).toBeVisible();
    const row = (name: string) => page.getByRole('region', { name, exact: true }).getByRole('heading', { level: 3 });
    await expect(row('Continue reading')).toHaveText(['Lanterns 01']);
    await expect(row('Kept on this device')).toHaveText(['Evenings']);
    await expect(row('Series')).toHaveText(['Evenings', 'Lanterns']);
    await expectAccessibleInBoth(page);

    await page.goto(`/library/${library.id}`);
    await expect(tiles).toHaveText(['Evenings', 'Lanterns']);
    await expect(page.getByRole('heading', { level: 1, name: library.name })).toBeVisible();

    await page.goto('/search?q=lant&tab=books');
    await expect(tiles).toHaveText(['Lanterns 01']);
    const field = page.getByRole('combobox', { name: 'Search' }).last();
    await field.fill('evening');
    await expect(page.getByRole('option', { name: /^Evenings/ })).toHaveCount(2);
    await field.press('Enter');
    await expect(tiles).toHaveText(['Evenings']);

    await page.keyboard.press('Control+k');
    await palette.getByRole('combobox').fill('lanterns');
    await expect(palette.getByText(NOTE)).toBeVisible();
    await expect(palette.getByRole('group', { name: 'Books' }).getByRole('option')).toHaveText([/^Lanterns 01/]);
    await palette.getByRole('group', { name: 'Series' }).getByRole('option').click();
    await expect(page).toHaveURL(new RegExp(`/series/${seriesId}$`));

    await expect(page.getByRole('heading', { level: 1, name: 'Lanterns' })).toBeVisible();
    await expect(tiles).toHaveText(['1 · Lanterns 01']);
    await expectAccessibleInBoth(page);
  } finally {
    await library.server.startAgain();
  }
  // The open page takes the whole series up by itself.
  await expect(tiles).toHaveText(['1 · Lanterns 01', '2 · Lanterns 02']);
  await expect(page.getByText(NOTE)).toBeHidden();
});

test('books that are not kept are faded and offer no reading until the server is back', async ({ page, library }) => {
  const { url, headers, getBookId } = library;
  const id = getBookId('Lanterns 01.cbz');
  const { seriesId } = (await call(url, 'getBook', { headers, params: { id } })).book;
  await keepBook(page, id);
  await page.goto(`/series/${seriesId}`);
  const other = page.getByRole('article').filter({ hasText: 'Lanterns 02' });
  const read = other.getByRole('link', { name: 'Read: Lanterns 02' });
  await expect(read).toBeVisible();
  await library.server.stop();
  try {
    await expect(other.getByRole('img', { name: 'Not on this device' })).toBeVisible();
    await expect(read).toBeHidden();
    const kept = page.getByRole('article').filter({ hasText: 'Lanterns 01' });
    await expect(kept.getByRole('img', { name: 'Kept on this device' })).toBeVisible();
    await expect(kept.getByRole('link', { name: /: Lanterns 01$/ })).toBeVisible();
  } finally {
    await library.server.startAgain();
  }
  await expect(read).toBeVisible();
});

test('the book of “Where you left off” says that it is not kept, and why it offers no reading', async ({
  page,
  library,
}) => {
  const { url, headers, getBookId } = library;
  const id = getBookId('Lanterns 02.cbz');
  await call(url, 'saveProgress', { headers, params: { id }, body: { currentPage: 1 } });
  await page.goto('/');
  await waitForWorker(page);
  const card = page.getByRole('region', { name: 'Where you left off' });
  await expect(card.getByRole('link', { name: 'Lanterns 02' })).toBeVisible();
  const read = card.locator('a[href*="/read/"]');
  await expect(read).toBeVisible();
  await library.server.stop();
  try {
    await expect(card.getByRole('img', { name: 'Not on this device' })).toBeVisible();
    await expect(read).toBeHidden();
  } finally {
    await library.server.startAgain();
  }
  await expect(read).toBeVisible();
});
