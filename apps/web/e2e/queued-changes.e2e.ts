import { call } from '@lectern/contract/client';
import type { Page } from '@playwright/test';
import { png } from '../../../fixtures/pictures.ts';
import { holdAnswers } from './_books/hold-answers.ts';
import type { ScannedLibrary } from './_books/scanned-test.ts';
import { expect, test } from './_books/shelf-test.ts';

async function findSeriesId({ url, headers, getBookId }: ScannedLibrary, file: string): Promise<string> {
  return (await call(url, 'getBook', { headers, params: { id: getBookId(file) } })).book.seriesId;
}

/** Opens the cover dialog of a new collection. */
async function openCovers(page: Page, { url, headers }: ScannedLibrary, name: string) {
  const { id } = await call(url, 'createCollection', { headers, body: { name } });
  await page.goto(`/list/collection/${id}`);
  await page.getByRole('button', { name: `Actions for ${name}` }).click();
  await page.getByRole('menuitem', { name: 'Choose cover' }).click();
  const dialog = page.getByRole('dialog', { name: 'Choose cover' });
  await expect(dialog.getByRole('radio', { name: /^Automatic/ })).toBeChecked();
  return { id, dialog };
}

test('a cover chosen while another choice is being saved wins', async ({ page, library }) => {
  const { url, headers } = library;
  const { id, dialog } = await openCovers(page, library, 'Chosen in a hurry');
  const upload = dialog.getByLabel('Picture file');
  const uploads = dialog.getByRole('radio', { name: /^Uploaded/ });
  await upload.setInputFiles({ name: 'one.png', mimeType: 'image/png', buffer: png(200, 300, 40).bytes });
  await expect(uploads).toBeChecked();
  const held = await holdAnswers(page, `/collections/${id}/cover`);

  // one upload, and two choices by keyboard meanwhile, each shown at once
  await upload.setInputFiles({ name: 'two.png', mimeType: 'image/png', buffer: png(220, 330, 90).bytes });
  await expect.poll(() => held.asked).toHaveLength(1);
  await expect(dialog.getByRole('status')).toHaveText('Uploading the picture…');
  await uploads.focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('Space');
  await expect(dialog.getByRole('radio', { name: /^Automatic/ })).toBeChecked();
  await page.keyboard.press('End');
  await page.keyboard.press('Space');
  await expect(dialog.getByRole('radio', { name: 'Uploaded, 200 × 300' })).toBeChecked();
  expect(held.asked).toHaveLength(1);

  await held.release();
  await expect(uploads).toHaveCount(2);
  await expect(dialog.getByRole('status')).toContainText('Chosen by hand');
  const covers = async () =>
    (await call(url, 'listCollectionCovers', { headers, params: { id } })).covers.map(
      ({ width, isSelected }) => [width, isSelected] as const,
    );
  await expect.poll(async () => Object.fromEntries(await covers())).toEqual({ 200: true, 220: false });
  await expect(dialog.getByRole('radio', { name: 'Uploaded, 200 × 300' })).toBeChecked();
});

test('the page reports a refused choice, even after another choice', async ({ page, library }) => {
  const { id, dialog } = await openCovers(page, library, 'Refused in between');
  const upload = dialog.getByLabel('Picture file');
  await upload.setInputFiles({ name: 'one.png', mimeType: 'image/png', buffer: png(200, 300, 40).bytes });
  await expect(dialog.getByRole('radio', { name: /^Uploaded/ })).toBeChecked();
  const held = await holdAnswers(page, `/collections/${id}/cover`);
  const cut = png(220, 330, 90).bytes.subarray(0, 60);
  await upload.setInputFiles({ name: 'cut.png', mimeType: 'image/png', buffer: cut });
  await expect.poll(() => held.asked).toHaveLength(1);
  await dialog.getByRole('radio', { name: /^Automatic/ }).click();
  await held.release();
  await expect(dialog.getByRole('alert')).not.toBeEmpty();
  await expect(dialog.getByRole('status')).toContainText('the cover follows what is in the list');
  await expect(dialog.getByRole('radio', { name: /^Automatic/ })).toBeChecked();
});

test('stars given while others are being saved win', async ({ page, library }) => {
  const { url, headers } = library;
  const id = await findSeriesId(library, 'Lighthouse 01.cbz');
  await page.goto(`/series/${id}`);
  const stars = page.getByRole('slider', { name: 'Your rating' });
  await expect(stars).toHaveAttribute('aria-valuetext', 'Not rated');
  const held = await holdAnswers(page, `/series/${id}/rating`);
  await stars.press('2');
  await expect(stars).toHaveAttribute('aria-valuetext', '2 of 5 stars');
  await expect.poll(() => held.asked).toHaveLength(1);
  await stars.press('ArrowRight');
  await stars.press('ArrowRight');
  await stars.press('ArrowRight');
  await expect(stars).toHaveAttribute('aria-valuetext', '3.5 of 5 stars');
  await expect(stars).toBeFocused();

  await held.release();
  // intermediate ratings get no toast
  await expect(page.getByText('You gave “Lighthouse” 3.5 of 5 stars')).toBeVisible();
  await expect(page.getByText('You gave “Lighthouse” 3 of 5 stars')).toHaveCount(0);
  expect(await call(url, 'getRating', { headers, params: { id } })).toMatchObject({ rating: 70 });
  await expect(stars).toHaveAttribute('aria-valuetext', '3.5 of 5 stars');
  await page.getByRole('button', { name: 'Undo' }).last().click();
  await expect(stars).toHaveAttribute('aria-valuetext', '2 of 5 stars');
  await stars.press('Delete');
  await expect(page.getByText('Removed your rating of “Lighthouse”')).toBeVisible();
});

test('sharing rules chosen in quick succession are all saved', async ({ page, library }) => {
  const { url, headers } = library;
  const body = { username: 'in a hurry', password: 'the same for all' };
  const { id } = await call(url, 'createUser', { headers, body });
  for (const name of ['Horror', 'Romance']) await call(url, 'createSharingTag', { headers, body: { name } });
  await page.goto(`/admin/users/${id}`);
  const held = await holdAnswers(page, `/users/${id}/sharing-tags`);
  await page.getByLabel('Horror').selectOption('Hide');
  await expect.poll(() => held.asked).toHaveLength(1);
  await page.getByLabel('Romance').selectOption('Hide');
  await page.getByLabel('Romance').selectOption('Show only');
  await page.getByLabel('Horror').selectOption('none');
  await expect(page.getByLabel('Horror')).toHaveValue('none');
  await expect(page.getByLabel('Romance')).toHaveValue('allow');

  await held.release();
  const rules = async () =>
    (await call(url, 'getUser', { headers, params: { id } })).sharingTags.map(({ sharingTagName, accessMode }) => [
      sharingTagName,
      accessMode,
    ]);
  await expect.poll(rules).toEqual([['Romance', 'allow']]);
  await expect(page.getByLabel('Horror')).toHaveValue('none');
  await expect(page.getByLabel('Romance')).toHaveValue('allow');
});

test('tags ticked in quick succession stay ticked', async ({ page, library }) => {
  const { url, headers } = library;
  const id = await findSeriesId(library, 'Quiet Planet 02.cbz');
  for (const name of ['Ticked first', 'Ticked second'])
    await call(url, 'createSharingTag', { headers, body: { name } });
  await page.goto(`/series/${id}/edit`);
  await page.locator('summary').getByText('Sharing tags').click();
  const held = await holdAnswers(page, `/series/${id}/sharing-tags`);
  await page.getByRole('checkbox', { name: 'Ticked first' }).check();
  await expect.poll(() => held.asked).toHaveLength(1);
  await page.getByRole('checkbox', { name: 'Ticked second' }).check();
  await held.release();
  const borne = async () =>
    (await call(url, 'listSeriesSharingTags', { headers, params: { id } })).map((tag) => tag.name).toSorted();
  await expect.poll(borne).toEqual(['Ticked first', 'Ticked second']);
  await expect(page.getByRole('checkbox', { name: 'Ticked first' })).toBeChecked();
  await expect(page.getByRole('checkbox', { name: 'Ticked second' })).toBeChecked();
});

test('the form keeps what an admin types while it is being saved', async ({ page, library }) => {
  const { url, headers } = library;
  const body = { username: 'slow typist', password: 'the same for all' };
  const { id } = await call(url, 'createUser', { headers, body });
  await page.goto(`/admin/users/${id}`);
  await page.getByLabel('User name').fill('quick typist');
  const held = await holdAnswers(page, `/users/${id}`);
  await page.getByLabel('User name').press('Enter');
  await expect.poll(() => held.asked).toHaveLength(1);
  await page.getByLabel('E-mail').fill('quick@example.org');
  await held.release();
  await expect(page.getByText('Account of quick typist saved')).toBeVisible();
  await expect(page.getByLabel('E-mail')).toHaveValue('quick@example.org');
  // The form starts its next save only after the first was read back.
  await expect(page.getByRole('button', { name: 'Save', exact: true })).toBeEnabled();
  await page.getByLabel('E-mail').press('Enter');
  const email = async () => (await call(url, 'getUser', { headers, params: { id } })).email;
  await expect.poll(email).toBe('quick@example.org');
});

test('a value typed back during a save counts as a change again', async ({ page, library }) => {
  const { url, headers, getBookId } = library;
  const id = getBookId('Quiet Planet 02.cbz');
  await page.goto(`/book/${id}/edit`);
  const publisher = page.getByLabel('Publisher', { exact: true });
  const before = await publisher.inputValue();
  await publisher.fill('On its way');
  const held = await holdAnswers(page, '/books/bulk/metadata/edits');
  const bar = page.getByRole('group', { name: 'Unsaved changes' });
  await bar.getByRole('button', { name: 'Save', exact: true }).click();
  await expect.poll(() => held.asked).toHaveLength(1);
  await publisher.fill(before);
  await held.release();
  await expect(page.getByText('Saved 1 change')).toBeVisible();
  await expect(publisher).toHaveValue(before);
  const known = async () => (await call(url, 'getBookMetadata', { headers, params: { id } })).publisher ?? '';
  expect(await known()).toBe('On its way');
  await bar.getByRole('button', { name: 'Save', exact: true }).click();
  await expect.poll(known).toBe(before);
});
