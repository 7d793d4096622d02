import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { writeEpub } from '../../../fixtures/epub-writer.ts';
import { expectAccessibleInBoth, expectNarrow } from './_books/expect-accessible.ts';
import { createAccount } from './_books/first-steps.ts';
import { expect, test } from './_harness/test.ts';

const COMIC = join(import.meta.dirname, '../../../fixtures/good/cbz/stored.cbz');

/** A folder of manga, and one of novels. */
async function makeShelves() {
  const path = await mkdtemp(join(tmpdir(), 'lectern-kinds-'));
  await mkdir(join(path, 'Manga/Sea'), { recursive: true });
  await mkdir(join(path, 'Novels'));
  for (const index of [1, 2]) await copyFile(COMIC, join(path, `Manga/Sea/Sea ${String(index)}.cbz`));
  for (const title of ['Emma', 'Persuasion', '1984']) {
    const metadata = `<dc:title>${title}</dc:title><dc:creator>Author of ${title}</dc:creator>`;
    await writeFile(join(path, `Novels/book-${title}.epub`), writeEpub({ metadata }));
  }
  return { path, [Symbol.asyncDispose]: async () => rm(path, { recursive: true, force: true }) };
}

async function addFolder(page: Page, path: string): Promise<void> {
  await page.getByRole('button', { name: /^(Choose a|Add another) folder$/ }).click();
  const picker = page.getByRole('dialog', { name: 'Choose a folder on the server' });
  await picker.getByLabel('Path').fill(path);
  await picker.getByRole('button', { name: 'Use this folder' }).click();
  await expect(picker).toHaveCount(0);
}

test('the setup guesses the kind of each folder, says why, and shows what it will find', async ({ page }) => {
  await using shelves = await makeShelves();
  await createAccount(page);
  await expect(page.getByText('Looking for folders with books')).toBeHidden();
  const ticked = page.getByRole('checkbox', { checked: true });
  while ((await ticked.count()) > 0) await ticked.first().uncheck();
  await addFolder(page, join(shelves.path, 'Manga'));
  await addFolder(page, join(shelves.path, 'Novels'));

  const folders = page.getByRole('group', { name: 'Folders to read' });
  const kinds = folders.getByLabel('Kind', { exact: true });
  const directions = folders.getByLabel('Reading direction');
  await expect(folders.getByText('1 series with 2 books')).toBeVisible();
  await expect(kinds.first()).toHaveValue('manga');
  await expect(directions.first()).toHaveValue('rtl');
  await expect(folders.getByText('The folder is called “Manga”.')).toBeVisible();
  await expect(kinds.last()).toHaveValue('books');
  await expect(folders.getByText('3 books', { exact: true })).toBeVisible();
  await expectNarrow(page);
  await expectAccessibleInBoth(page);

  // Another choice is shown at once, and the reason for the guess goes.
  await kinds.first().selectOption('comics');
  await expect(directions.first()).toHaveValue('ltr');
  await expect(folders.getByText('The folder is called “Manga”.')).toBeHidden();
  await kinds.first().selectOption('manga');
  await page.getByRole('button', { name: 'Start' }).click();

  await expect(page.getByRole('link', { name: 'Read: Persuasion' }).first()).toBeVisible();
  await expect(page.getByRole('link', { name: 'Read: 1984' }).first()).toBeVisible();
  // A shelf of books opens by author.
  await page.goto('/libraries');
  await page
    .getByRole('link', { name: /^Novels/ })
    .last()
    .click();
  await expect(page.getByRole('heading', { name: 'Author of Emma' })).toBeVisible();
  await page.getByRole('link', { name: 'Series', exact: true }).click();
  await expect(page.getByRole('link', { name: 'Persuasion' }).first()).toBeVisible();
  await page.goto('/admin/libraries');
  await page.getByRole('button', { name: 'Actions for Novels' }).click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit “Novels”' });
  await expect(dialog.getByLabel('Kind', { exact: true })).toHaveValue('books');
  // The settings follow another kind, and the effect is shown before it is saved.
  await dialog.getByLabel('Kind', { exact: true }).selectOption('mixed');
  await expect(dialog.getByRole('region', { name: 'Preview' })).toContainText('3 books of 3 would change');
});

test('a new library takes the kind that its folder suggests, until an admin chooses one', async ({ page }) => {
  await using shelves = await makeShelves();
  await createAccount(page);
  await page.goto('/admin/libraries?add=true');
  const dialog = page.getByRole('dialog', { name: 'Add library' });
  const kind = dialog.getByLabel('Kind', { exact: true });
  const folder = dialog.getByLabel('Folder', { exact: true });
  await folder.fill(join(shelves.path, 'Manga'));
  await expect(kind).toHaveValue('manga');
  await expect(kind).toHaveAccessibleDescription(/The folder is called “Manga”/);
  await expect(dialog.getByLabel('Reading direction')).toHaveValue('rtl');
  await folder.fill(join(shelves.path, 'Novels'));
  await expect(kind).toHaveValue('books');
  await kind.selectOption('magazines');
  await expect(dialog.locator('summary').filter({ hasText: 'Titles and numbers' })).toContainText('File name');
  await folder.fill(join(shelves.path, 'Manga'));
  await expect(dialog.getByRole('region', { name: 'Preview' })).toContainText('1 series with 2 books');
  await expect(kind).toHaveValue('magazines');
});
