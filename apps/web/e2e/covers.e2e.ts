import { call } from '@lectern/contract/client';
import { expect, type Locator, type Page } from '@playwright/test';
import { png } from '../../../fixtures/pictures.ts';
import { expectAccessible, expectAccessibleInBoth } from './_books/expect-accessible.ts';
import { makeReadingShelf } from './_books/make-reading-shelf.ts';
import { newReadingTest } from './_books/reading-test.ts';
import { expectColour } from './_books/screen.ts';
import { watchComplaints } from './_harness/check-page.ts';
import { onBoth } from './_harness/on-both.ts';

interface CoverFixtures {
  /** Opens the page of a book or its series, with no custom cover in the series. */
  readonly visit: (file: string, what?: 'book' | 'series') => Promise<string>;
}

const test = newReadingTest(makeReadingShelf).extend<CoverFixtures>({
  visit: async ({ page, library: { url, headers, getBookId } }, use) => {
    await use(async (file, what = 'book') => {
      const { book } = await call(url, 'getBook', { params: { id: getBookId(file) }, headers });
      const params = { id: book.seriesId };
      const series = await call(url, 'listSeriesCovers', { params, headers });
      for (const { id: coverId } of series.covers) {
        await call(url, 'deleteSeriesCover', { params: { ...params, coverId }, headers });
      }
      const books = await call(url, 'listSeriesBooks', { params, headers });
      for (const { id } of books.data) {
        const { covers } = await call(url, 'listBookCovers', { params: { id }, headers });
        for (const { id: coverId } of covers) await call(url, 'deleteBookCover', { params: { id, coverId }, headers });
      }
      const id = what === 'book' ? book.id : book.seriesId;
      await page.goto(`/${what}/${id}`);
      return id;
    });
  },
});

const shownCover = (page: Page) => page.locator('main header img').first();
const getDialog = (page: Page) => page.getByRole('dialog', { name: /^Choose / });

async function openDialog(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: /^Actions for / }).click();
  await page.getByRole('menuitem', { name: 'Choose cover' }).click();
  await expect(getDialog(page).getByRole('radio', { name: /^Automatic/ })).toBeVisible();
  return getDialog(page);
}

function pictureFile(name: string, shade: number) {
  return { name, mimeType: 'image/png', buffer: png(200, 300, shade).bytes };
}

/** Drops or pastes a file into the open dialog; `size` makes a file of that many zero bytes. */
async function give(
  page: Page,
  kind: 'drop' | 'paste',
  file: { readonly type: string; readonly bytes?: readonly number[]; readonly size?: number },
): Promise<void> {
  await page.evaluate(
    ({ kind, file: { type, bytes = [], size = 0 } }) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([new Uint8Array(bytes), new Uint8Array(size)], 'it.png', { type }));
      const common = { bubbles: true, cancelable: true };
      const event =
        kind === 'drop'
          ? new DragEvent('drop', { ...common, dataTransfer: transfer })
          : new ClipboardEvent('paste', { ...common, clipboardData: transfer });
      document.querySelector('dialog[open] [role="radiogroup"]')?.dispatchEvent(event);
    },
    { kind, file },
  );
}

/** Checks the grey value in the middle of a cover. */
async function expectShade(cover: Locator, shade: number): Promise<void> {
  await expectColour(cover, [0.5, 0.5], [shade, shade, shade], 8);
}

test('an admin chooses a page as cover by keyboard, and returns to the automatic cover', async ({ page, visit }) => {
  const complaints = watchComplaints(page);
  await visit('Lanterns 01.cbz');
  await expectShade(shownCover(page), 60);
  await page.getByRole('button', { name: /^Actions for / }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: 'Choose cover' }).focus();
  await page.keyboard.press('Enter');
  const dialog = getDialog(page);
  await expect(dialog.getByRole('status')).toHaveText('Automatic and not locked: the cover follows the file.');
  await expect(dialog.getByRole('radio', { name: 'Automatic, From the file' })).toBeChecked();
  await dialog.getByRole('button', { name: 'Choose page' }).press('Enter');
  await expect(dialog.getByRole('radio', { name: 'Page 1' })).toBeFocused();
  await expect(dialog.getByRole('radio')).toHaveCount(7);
  await page.keyboard.press('End');
  await expect(dialog.getByRole('radio', { name: 'Page 7' })).toBeFocused();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Enter');
  const given = dialog.getByRole('radio', { name: 'Page 6, From the book' });
  await expect(given).toBeChecked();
  await expect(dialog.getByRole('status')).toContainText('Chosen by hand and locked');
  await expectShade(given.locator('img'), 160);
  await expectShade(dialog.getByRole('radio', { name: /^Automatic/ }).locator('img'), 60);
  await given.focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('Space');
  await expect(dialog.getByRole('radio', { name: /^Automatic/ })).toBeChecked();
  await expect(dialog.getByRole('status')).toContainText('not locked');
  await given.click();
  await expect(given).toBeChecked();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('button', { name: /^Actions for / })).toBeFocused();
  await expectShade(shownCover(page), 160);
  expect(complaints).toEqual([]);
});

test('an admin uploads, drops and pastes a picture as cover', async ({ page, visit }) => {
  await visit('Lanterns 02.cbz');
  const dialog = await openDialog(page);
  const chooser = page.waitForEvent('filechooser');
  await dialog.getByRole('button', { name: 'Upload picture' }).click();
  await (await chooser).setFiles(pictureFile('mine.png', 30));
  const uploads = dialog.getByRole('radio', { name: 'Uploaded, 200 × 300' });
  await expect(uploads).toHaveCount(1);
  await expect(uploads.first()).toBeChecked();
  for (const [kind, shade] of [
    ['drop', 90],
    ['paste', 200],
  ] as const) {
    await give(page, kind, { type: 'image/png', bytes: [...png(200, 300, shade).bytes] });
    await expectShade(dialog.getByRole('radio', { checked: true }).locator('img'), shade);
  }
  await expect(uploads).toHaveCount(3);
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expectShade(shownCover(page), 200);
});

test('the dialog explains why a file is no picture, or too large', async ({ page, visit }) => {
  await visit('Lanterns 02.cbz');
  const dialog = await openDialog(page);
  const input = dialog.getByLabel('Picture file');
  await input.setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('words') });
  await expect(dialog.getByRole('alert')).toContainText('This is not a picture.');
  await input.setInputFiles({ name: 'torn.png', mimeType: 'image/png', buffer: png(40, 60).bytes.subarray(0, 60) });
  await expect(dialog.getByRole('alert')).toHaveText(/^(?!This is not a picture).*picture/i);
  await give(page, 'drop', { type: 'image/png', size: 20 * 1024 * 1024 + 1 });
  await expect(dialog.getByRole('alert')).toContainText('This picture is too large. A cover can have up to 20 MB.');
  await expectAccessible(page);
  await expect(dialog.getByRole('radio')).toHaveCount(1);
  await input.setInputFiles(pictureFile('good.png', 120));
  await expect(dialog.getByRole('radio')).toHaveCount(2);
  await expect(dialog.getByRole('alert')).toBeEmpty();
});

test('an admin confirms the deletion of a cover, and the automatic cover returns', async ({ page, visit, library }) => {
  const { url, headers } = library;
  const id = await visit('Lanterns 02.cbz');
  const dialog = await openDialog(page);
  await dialog.getByLabel('Picture file').setInputFiles(pictureFile('mine.png', 35));
  const mine = dialog.getByRole('radio', { name: /^Uploaded/ });
  await expect(mine).toBeChecked();
  await mine.focus();
  await page.keyboard.press('Delete');
  const question = page.getByRole('dialog', { name: 'Delete this cover?' });
  await expect(question).toContainText('goes back to its automatic cover');
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(mine).toBeChecked();
  await dialog.getByRole('button', { name: /^Delete Uploaded/ }).click();
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(mine).toHaveCount(0);
  await expect(dialog.getByRole('radio', { name: /^Automatic/ })).toBeChecked();
  // the dialog shows the pending state, and the next test deletes what the server still has
  await expect.poll(async () => (await call(url, 'listBookCovers', { headers, params: { id } })).covers).toEqual([]);
});

test('a series shows the cover of the chosen book', async ({ page, visit, library }) => {
  const { url, headers } = library;
  await visit('Lanterns 02.cbz', 'series');
  const params = { id: library.getBookId('Lanterns 02.cbz') };
  await call(url, 'uploadBookCover', {
    params,
    headers,
    file: new Blob([new Uint8Array(png(200, 300, 230).bytes)], { type: 'image/png' }),
  });
  const dialog = await openDialog(page);
  await expect(dialog.getByRole('status')).toContainText('the series shows the cover of its first book');
  await dialog.getByRole('button', { name: 'Choose book cover' }).click();
  await expectAccessible(page);
  await dialog.getByRole('radio', { name: /^Lanterns 02/ }).click();
  await expect(dialog.getByRole('radio', { name: 'Lanterns 02, From the series' })).toBeChecked();
  await expectShade(dialog.getByRole('radio', { name: /^Automatic/ }).locator('img'), 60);
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expectShade(shownCover(page), 230);
});

test('a cover chosen by another admin appears without a reload', async ({ page, visit, library }) => {
  const id = await visit('Lanterns 01.cbz');
  await expectShade(shownCover(page), 60);
  const dialog = await openDialog(page);
  await call(library.url, 'chooseBookPageCover', { params: { id }, headers: library.headers, body: { page: 3 } });
  await expect(dialog.getByRole('radio', { name: /^Page 3/ })).toBeChecked();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expectShade(shownCover(page), 100);
});

test('an admin makes the current page the cover from the menu of the reader', async ({
  page,
  read,
  visit,
  library,
}) => {
  const id = await visit('Lanterns 01.cbz');
  await read('Lanterns 01.cbz');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Tab');
  await page.getByRole('button', { name: 'Page actions' }).click();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menuitem')).toBeHidden();
  await expect(page.getByTestId('place')).toHaveText('Page 2 of 7');
  await page.getByRole('button', { name: 'Page actions' }).click();
  await page.getByRole('menuitem', { name: 'Set this page as cover' }).click();
  await expect(page.getByText('Page 2 is now the cover of “Lanterns 01”')).toBeVisible();
  const { covers } = await call(library.url, 'listBookCovers', { params: { id }, headers: library.headers });
  expect(covers).toMatchObject([{ source: 'page', page: 2, isSelected: true }]);
});

test('an admin regenerates the covers of a library and cleans up unused ones', async ({ page, visit }) => {
  await visit('Lanterns 01.cbz');
  await page.goto('/admin/libraries');
  await page.getByRole('button', { name: /^Actions for / }).click();
  await page.getByRole('menuitem', { name: 'Make all covers again' }).click();
  await expect(page.getByText(/^\d+ covers made/)).toBeVisible();
  await page.getByRole('button', { name: 'Clean up covers' }).click();
  await expect(page.getByText(/Nothing to clean up|deleted/)).toBeVisible();
  await expectAccessible(page);
});

test('a reader downloads a book and a series from their menus', async ({ page, visit }) => {
  for (const [what, item, name] of [
    ['book', /^Download \(/, 'Lanterns 01.cbz'],
    ['series', 'Download all as ZIP', 'Lanterns.zip'],
  ] as const) {
    await visit('Lanterns 01.cbz', what);
    await page.getByRole('button', { name: /^Actions for / }).click();
    const download = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: item }).click();
    expect((await download).suggestedFilename()).toBe(name);
  }
});

onBoth(test, () => {
  test('the cover dialog is accessible', async ({ page, visit }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await visit('Lanterns 01.cbz');
    const dialog = await openDialog(page);
    await dialog.getByLabel('Picture file').setInputFiles(pictureFile('mine.png', 240));
    await expect(dialog.getByRole('radio', { name: /^Uploaded/ })).toBeChecked();
    await expectAccessibleInBoth(page);
    await dialog.getByRole('button', { name: 'Choose page' }).click();
    await expect(dialog.getByRole('radio')).toHaveCount(7);
    await expectAccessibleInBoth(page);
  });
});
