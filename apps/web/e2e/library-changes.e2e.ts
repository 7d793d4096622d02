import { expectAccessible } from './_books/expect-accessible.ts';
import { makeShelf } from './_books/make-shelf.ts';
import { newScannedTest } from './_books/scanned-test.ts';
import { expect } from './_books/shelf-test.ts';

/** These tests add books and delete a library, so they use a server of their own. */
const test = newScannedTest(makeShelf);

test('a new file appears without a reload once a scan finds it', async ({ page, library }) => {
  await page.goto(`/library/${library.id}`);
  await library.shelf.add('Orchid/Orchid 01.cbz');
  await page.getByRole('button', { name: /^Actions for / }).click();
  await page.getByRole('menuitem', { name: 'Scan for changes' }).click();
  await expect(page.getByRole('link', { name: 'Orchid', exact: true })).toBeVisible();
});

test('an admin removes a library after a dialog names what is deleted and what stays', async ({ page, library }) => {
  await page.goto('/admin/libraries');
  await page.getByRole('button', { name: /^Actions for / }).click();
  await page.getByRole('menuitem', { name: 'Remove' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText(/\d series with \d books/);
  await expect(dialog).toContainText(library.shelf.path);
  await expectAccessible(page);
  await dialog.getByRole('button', { name: /^Remove \d books$/ }).click();
  await expect(page.getByRole('heading', { name: 'No libraries yet' })).toBeVisible();
});
