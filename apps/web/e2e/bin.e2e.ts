import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { call } from '@lectern/contract/client';
import { expectAccessible, expectNarrow } from './_books/expect-accessible.ts';
import { makeShelf } from './_books/make-shelf.ts';
import { newScannedTest } from './_books/scanned-test.ts';
import { expect } from './_books/shelf-test.ts';
import { watchComplaints } from './_harness/check-page.ts';
import { onBoth } from './_harness/on-both.ts';

/** These tests delete books, so they use a server of their own. */
const test = newScannedTest(makeShelf);

onBoth(test, () => {
  test('a user deletes a book by its menu, undoes it, deletes it again and restores it from the bin', async ({
    page,
    library,
  }) => {
    const complaints = watchComplaints(page);
    const remove = async () => {
      await page.goto(`/book/${library.getBookId('Lighthouse 02.cbz')}`);
      await page.getByRole('button', { name: /^Actions for / }).press('Enter');
      await page.getByRole('menuitem', { name: 'Delete' }).press('Enter');
      await expect(page.getByText('1 book moved to the bin')).toBeVisible();
      await expect(page.getByRole('heading', { level: 1, name: 'Lighthouse' })).toBeVisible();
    };
    await remove();
    await expect(page.getByRole('link', { name: /Lighthouse 02/ })).toHaveCount(0);
    await page.getByRole('button', { name: 'Undo' }).press('Enter');
    await expect(page.getByRole('link', { name: /Lighthouse 02/ }).first()).toBeVisible();

    await remove();
    await page.goto('/admin/bin');
    const row = page.getByRole('listitem').filter({ hasText: 'Lighthouse 02' });
    await expect(row).toContainText('Deleted');
    await expect(page.getByText('1 book in the bin')).toBeVisible();
    await expectNarrow(page);
    await expectAccessible(page);
    await page.getByLabel('Title', { exact: true }).fill('nothing like it');
    await expect(page.getByRole('heading', { name: 'Nothing found' })).toBeVisible();
    await page.getByRole('button', { name: 'Show the whole bin' }).click();

    await row.getByRole('button', { name: /^Delete for good: / }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete for good' }).click();
    await expect(page.getByRole('dialog')).toContainText('is still in the library');
    await expectAccessible(page);
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();

    await row.getByRole('button', { name: /^Restore / }).click();
    await expect(page.getByText('1 book restored')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'The bin is empty' })).toBeVisible();
    await page.goto(`/book/${library.getBookId('Lighthouse 02.cbz')}`);
    await expect(page.getByRole('button', { name: 'Mark read' })).toBeVisible();
    expect(complaints).toEqual([]);
  });

  test('a selection of series goes to the bin and comes back series by series', async ({ page, library }) => {
    await page.goto(`/library/${library.id}`);
    await page.getByRole('button', { name: 'Select', exact: true }).click();
    for (const name of ['Lighthouse', 'Quiet Planet']) {
      await page.getByRole('checkbox', { name: `Select ${name}` }).check();
    }
    await page.getByRole('button', { name: 'More actions for the selection' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await expect(page.getByText('5 books of 2 series moved to the bin')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Quiet Planet', exact: true })).toHaveCount(0);

    await page.goto('/admin/bin');
    await page.getByRole('radio', { name: 'Series' }).check();
    await expect(page.getByText('2 series in the bin')).toBeVisible();
    await expectAccessible(page);
    for (const name of ['Lighthouse', 'Quiet Planet']) {
      await page.getByRole('button', { name: `Restore ${name}` }).click();
      await expect(page.getByRole('button', { name: `Restore ${name}` })).toHaveCount(0);
    }
    await page.goto(`/library/${library.id}`);
    await expect(page.getByRole('link', { name: 'Quiet Planet', exact: true })).toBeVisible();
  });

  test('an admin lets files go, deletes a book with its file, and restores both', async ({ page, library }) => {
    const complaints = watchComplaints(page);
    const countFiles = async () => (await readdir(join(library.shelf.path, 'Quiet Planet'))).length;
    const before = await countFiles();
    await page.goto('/admin/libraries');
    await page.getByRole('button', { name: /^Actions for / }).click();
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    await page.getByRole('dialog').getByText('Files', { exact: true }).click();
    const choice = page.getByLabel('Let users delete files with their books');
    await choice.check();
    await expectAccessible(page);
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await expect(page.getByRole('dialog')).toHaveCount(0);

    await page.goto(`/book/${library.getBookId('Quiet Planet 01.cbr')}`);
    await page.getByRole('button', { name: /^Actions for / }).click();
    await page.getByRole('menuitem', { name: 'Delete with file' }).click();
    await expect(page.getByText('1 book moved to the bin · 1 file moved to the trash')).toBeVisible();
    expect(await countFiles()).toBe(before - 1);
    await page.goto('/admin/bin');
    const row = page.getByRole('listitem').filter({ hasText: 'Quiet Planet' });
    await expect(row).toContainText('File in the trash until');
    await expectNarrow(page);
    await row.getByRole('button', { name: /^Restore / }).click();
    await expect(page.getByText('1 book restored')).toBeVisible();
    expect(await countFiles()).toBe(before);
    await call(library.url, 'updateLibrary', {
      ...{ headers: library.headers, params: { id: library.id }, body: { allowFileDeletion: false } },
    });
    expect(complaints).toEqual([]);
  });

  test('a selection goes with its files, and undo brings both back', async ({ page, library }) => {
    const complaints = watchComplaints(page);
    const setAllowed = async (allowFileDeletion: boolean) =>
      call(library.url, 'updateLibrary', {
        ...{ headers: library.headers, params: { id: library.id }, body: { allowFileDeletion } },
      });
    const countFiles = async () => (await readdir(join(library.shelf.path, 'Quiet Planet'))).length;
    const pick = async () => {
      await page.goto(`/library/${library.id}`);
      await page.getByRole('button', { name: 'Select', exact: true }).click();
      await page.getByRole('checkbox', { name: 'Select Quiet Planet' }).check();
      await page.getByRole('button', { name: 'More actions for the selection' }).click();
      await expect(page.getByRole('menuitem', { name: 'Delete', exact: true })).toBeVisible();
    };
    const before = await countFiles();
    await pick();
    await expect(page.getByRole('menuitem', { name: 'Delete with files' })).toHaveCount(0);

    await setAllowed(true);
    await pick();
    await page.getByRole('menuitem', { name: 'Delete with files' }).click();
    await expect(page.getByText(/moved to the bin · \d+ files? moved to the trash/)).toBeVisible();
    expect(await countFiles()).toBe(0);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByRole('link', { name: 'Quiet Planet', exact: true })).toBeVisible();
    await expect.poll(countFiles).toBe(before);
    await setAllowed(false);
    expect(complaints).toEqual([]);
  });
});
