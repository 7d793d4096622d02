import { call } from '@lectern/contract/client';
import type { Locator, Page } from '@playwright/test';
import { png } from '../../../fixtures/pictures.ts';
import { expectAccessible, expectAccessibleInBoth, expectNarrow } from './_books/expect-accessible.ts';
import type { ScannedLibrary } from './_books/scanned-test.ts';
import { expectColour } from './_books/screen.ts';
import { expect, test } from './_books/shelf-test.ts';
import { watchComplaints } from './_harness/check-page.ts';
import { onBoth } from './_harness/on-both.ts';

const shownCover = (page: Page) => page.locator('main header img').first();

function pictureFile(shade: number) {
  return { name: 'mine.png', mimeType: 'image/png', buffer: png(200, 300, shade).bytes };
}

/** Checks the grey value in the middle of a cover. */
async function expectShade(cover: Locator, shade: number): Promise<void> {
  await expectColour(cover, [0.5, 0.5], [shade, shade, shade], 8);
}

async function openDialog(page: Page): Promise<Locator> {
  await page
    .locator('main header')
    .getByRole('button', { name: /^Actions for / })
    .click();
  await page.getByRole('menuitem', { name: 'Choose cover' }).click();
  const dialog = page.getByRole('dialog', { name: 'Choose cover' });
  await expect(dialog.getByRole('radio', { name: /^Automatic/ })).toBeVisible();
  return dialog;
}

async function newCollection({ url, headers }: ScannedLibrary, name: string): Promise<string> {
  const { data } = await call(url, 'listSeries', { headers, query: {} });
  const body = { name, seriesIds: data.slice(0, 2).map(({ id }) => id) };
  return (await call(url, 'createCollection', { headers, body })).id;
}

onBoth(test, () => {
  test('an admin gives a reading list its own picture and removes it again', async ({ page, library, isMobile }) => {
    const complaints = watchComplaints(page);
    const { url, headers, getBookId } = library;
    const bookIds = [getBookId('Lighthouse 01.cbz'), getBookId('Lighthouse 02.cbz')];
    const name = `With a picture ${isMobile ? 'by touch' : 'by mouse'}`;
    const { id } = await call(url, 'createReadList', { headers, body: { name, bookIds } });
    await page.goto(`/list/reading/${id}`);
    const dialog = await openDialog(page);
    await expect(dialog.getByRole('status')).toContainText('the cover follows what is in the list');
    await expect(dialog.getByRole('radio', { name: 'Automatic, From its books' })).toBeChecked();
    await expect(dialog.getByRole('button', { name: /^Choose / })).toHaveCount(0);
    await dialog.getByLabel('Picture file').setInputFiles(pictureFile(40));
    const mine = dialog.getByRole('radio', { name: 'Uploaded, 200 × 300' });
    await expect(mine).toBeChecked();
    await expect(dialog.getByRole('status')).toContainText('Chosen by hand');
    await expectAccessibleInBoth(page);
    await expectNarrow(page);
    await dialog.getByRole('button', { name: 'Close' }).click();
    await expectShade(shownCover(page), 40);

    await openDialog(page);
    await dialog.getByRole('button', { name: /^Delete Uploaded/ }).click();
    const question = page.getByRole('dialog', { name: 'Delete this cover?' });
    await expect(question).toContainText('The reading list goes back to its automatic cover.');
    await expectAccessible(page);
    await question.getByRole('button', { name: 'Delete' }).click();
    await expect(mine).toHaveCount(0);
    await expect(dialog.getByRole('radio', { name: /^Automatic/ })).toBeChecked();
    expect(complaints).toEqual([]);
  });
});

test('an admin chooses the picture of a collection by keyboard, switches to a series cover and back', async ({
  page,
  library,
}) => {
  const { url, headers } = library;
  const id = await newCollection(library, 'With a picture');
  await page.goto(`/list/collection/${id}`);
  const dialog = await openDialog(page);
  await dialog.getByLabel('Picture file').setInputFiles(pictureFile(40));
  const mine = dialog.getByRole('radio', { name: /^Uploaded/ });
  await expect(mine).toBeChecked();
  await mine.focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('Space');
  await expect(dialog.getByRole('radio', { name: 'Automatic, From its series' })).toBeChecked();
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  await expect(mine).toBeChecked();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expectShade(shownCover(page), 40);

  await page.getByRole('button', { name: 'Edit series' }).click();
  const row = page.getByRole('list', { name: 'Series' }).getByRole('listitem').first();
  await row.getByRole('button', { name: /^Actions for / }).click();
  await page.getByRole('menuitem', { name: /cover/i }).click();
  const picture = async () => (await call(url, 'getCollection', { headers, params: { id } })).coverVersion;
  await expect.poll(picture).toBeNull();
  await page.getByRole('button', { name: 'Undo' }).last().click();
  await expect.poll(picture).not.toBeNull();
  await expectShade(shownCover(page), 40);

  // A choice by another admin appears without a reload, even in an empty list.
  const { id: empty } = await call(url, 'createCollection', { headers, body: { name: 'Nothing in it' } });
  await page.goto(`/list/collection/${empty}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Nothing in it' })).toBeVisible();
  await expect(shownCover(page)).toHaveCount(0);
  const file = new Blob([new Uint8Array(png(200, 300, 200).bytes)], { type: 'image/png' });
  await call(url, 'uploadCollectionCover', { headers, params: { id: empty }, file });
  await expectShade(shownCover(page), 200);
});
