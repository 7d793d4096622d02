import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { call } from '@lectern/contract/client';
import { expect, type Page } from '@playwright/test';
import { makeReadingShelf } from './_books/make-reading-shelf.ts';
import { newScannedTest } from './_books/scanned-test.ts';

const test = newScannedTest(makeReadingShelf);

async function findSetting(page: Page, typed: string, name: RegExp): Promise<void> {
  await page.getByRole('button', { name: 'Find a setting' }).click();
  const field = page.getByRole('dialog').getByRole('combobox', { name: 'Search settings' });
  await field.fill(typed);
  const first = page.getByRole('listbox', { name: 'Results' }).getByRole('option').first();
  await expect(first).toHaveText(name);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Search settings' })).toHaveCount(0);
}

test('one search leads to the control of every setting', async ({ page }) => {
  await page.goto('/me');
  // a setting of the server, by its name
  await findSetting(page, 'backups to keep', /^Backups to keep/);
  await expect(page).toHaveURL(/\/admin\/settings/);
  const keep = page.getByRole('spinbutton', { name: 'Backups to keep' });
  await expect(keep).toBeFocused();
  await expect(keep).toBeInViewport();

  // one of the reader, in a part that is closed
  await findSetting(page, 'line height', /^Line height/);
  await expect(page).toHaveURL(/\/me\/preferences/);
  await expect(page.getByRole('slider', { name: 'Line height' })).toBeFocused();
  await expect(page.getByRole('slider', { name: 'Line height' })).toBeInViewport();

  // one by the words of its help
  await findSetting(page, 'stay in the trash', /^Time in the trash/);
  await expect(page.getByRole('spinbutton', { name: 'Time in the trash' })).toBeFocused();

  // one on a page of its own
  await findSetting(page, 'devices', /^Devices/);
  await expect(page).toHaveURL(/\/me\/devices/);
});

test('it finds the settings of a library, and no books', async ({ page, library }) => {
  await page.goto('/admin/settings');
  await findSetting(page, 'library settings', new RegExp(`^Library settings${library.name}`));
  await expect(page.getByRole('dialog')).toContainText(library.name);
  await page.goto('/admin/settings');
  await page.getByRole('button', { name: 'Find a setting' }).click();
  await page.getByRole('combobox', { name: 'Search settings' }).fill('Lanterns 01');
  await expect(page.getByText('Nothing found')).toBeVisible();
});

test('it leads to each option in the dialog of the library that it names', async ({ page, library }) => {
  const { url, headers } = library;
  await using folder = await mkdtempDisposable(join(tmpdir(), 'lectern-other-'));
  const other = await call(url, 'createLibrary', { headers, body: { name: 'Other shelf', path: folder.path } });
  await page.goto('/admin/backups');
  await page.getByRole('button', { name: 'Find a setting' }).click();
  // before anything is typed, those of one library hide no others
  const offered = page.getByRole('group', { name: 'Settings' }).getByRole('option');
  await expect(offered).toHaveCount(8);
  await expect(offered.first()).toHaveText(/^ThemePreferences/);
  await expect(offered.filter({ hasText: library.name })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await findSetting(page, 'delete missing other shelf', /^Delete missing books for good.*Other shelf/);
  const dialog = page.getByRole('dialog', { name: 'Edit “Other shelf”' });
  const purge = dialog.getByRole('checkbox', { name: 'Delete missing books for good' });
  await expect(purge).toBeFocused();
  await expect(purge).toBeInViewport();
  await page.keyboard.press('Escape');

  await findSetting(page, `exclude ${library.name}`, new RegExp(`^Exclude.*${library.name}`));
  const first = page.getByRole('dialog', { name: `Edit “${library.name}”` });
  await expect(first.getByRole('textbox', { name: 'Exclude' })).toBeFocused();
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Find a setting' }).click();
  await page.getByRole('combobox', { name: 'Search settings' }).fill('automatic matching other');
  await expect(page.getByRole('option', { name: /^Automatic matching/ })).toHaveCount(1);
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('button', { name: 'Add condition' })).toBeFocused();
  await call(url, 'deleteLibrary', { headers, params: { id: other.id } });
});
