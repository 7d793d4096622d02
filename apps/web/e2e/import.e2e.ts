import { copyFile, mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { call } from '@lectern/contract/client';
import { expectAccessibleInBoth, expectNarrow } from './_books/expect-accessible.ts';
import { makeShelf } from './_books/make-shelf.ts';
import { newScannedTest } from './_books/scanned-test.ts';
import { expect } from './_books/shelf-test.ts';
import { watchComplaints } from './_harness/check-page.ts';
import { onBoth } from './_harness/on-both.ts';

const FIXTURES = join(import.meta.dirname, '../../../fixtures/good/cbz');
/** Long enough ago that no look takes a file for one that is still being written. */
const OLD = 1_000_000;

/** These tests add books, so they use a server of their own. */
const test = newScannedTest(makeShelf);

onBoth(test, () => {
  test('an admin chooses a folder, corrects a place, and accepts and rejects files', async ({ page, library }) => {
    const complaints = watchComplaints(page);
    const { url, headers } = library;
    const params = { key: 'imports.folder' };
    const folder = await mkdtemp(join(tmpdir(), 'lectern-import-'));
    const add = async (name: string, fixture?: string) => {
      const path = join(folder, name);
      await mkdir(dirname(path), { recursive: true });
      await (fixture === undefined ? writeFile(path, 'no archive') : copyFile(join(FIXTURES, fixture), path));
      await utimes(path, OLD, OLD);
    };
    const isPhone = page.viewportSize()?.width === 390;
    const number = isPhone ? '08' : '07';
    try {
      await page.goto('/admin/import');
      await expect(page.getByRole('heading', { name: 'No import folder yet' })).toBeVisible();
      await expectAccessibleInBoth(page);
      await page.getByRole('link', { name: 'Open settings' }).click();
      await page.getByRole('textbox', { name: 'Import folder' }).fill(folder);
      await page.getByRole('form', { name: 'Unsaved changes' }).getByRole('button', { name: 'Save' }).click();
      await expect(page.getByText('1 setting saved')).toBeVisible();

      await add(`Lighthouse v${number}.cbz`, 'zip64-end.cbz');
      await add(`Broken ${number}.cbz`);
      await add(`Old Tower ${number}.cbz`, 'stored.cbz');
      await page.goto('/admin/import');
      await page.getByRole('button', { name: 'Check now' }).click();
      const known = page.getByRole('listitem').filter({ hasText: 'Series “Lighthouse”' });
      await expect(known).toContainText(`Lighthouse v${number}.cbz`);
      const other = page.getByRole('listitem').filter({ hasText: `Old Tower ${number}.cbz` });
      await expect(other).toContainText('New series “Old Tower”');
      await expect(other).toContainText('already has this file');
      await expect(page.getByRole('option', { name: 'Cannot be read (1)' })).toBeAttached();
      await expectNarrow(page);
      await expectAccessibleInBoth(page);

      await other.getByRole('button', { name: `Reject Old Tower ${number}.cbz` }).click();
      await expect(other).toHaveCount(0);
      await known.getByLabel('File name').fill('Lighthouse 01');
      await known.getByRole('button', { name: /^Accept / }).click();
      await expect(known).toContainText('“Lighthouse 01 (2).cbz” is free'.replaceAll(/[“”]/g, '"'));
      await known.getByLabel('File name').fill(`Lighthouse ${number}`);
      await known.getByRole('button', { name: /^Accept / }).press('Enter');
      await expect(page.getByRole('heading', { name: 'No files waiting' })).toBeVisible();
      // The run on the other screen may have imported a file of its own.
      await page.getByLabel('Files').selectOption('imported');
      await expect(
        page.getByRole('listitem').filter({ hasText: `Moved to Lighthouse/Lighthouse ${number}.cbz` }),
      ).toBeVisible();
      await page.getByLabel('Files').selectOption({ label: 'Cannot be read (1)' });
      await page.getByRole('button', { name: `Reject Broken ${number}.cbz` }).click();
      await expect(page.getByRole('heading', { name: 'No files here' })).toBeVisible();
      await page.goto(`/library/${library.id}`);
      await page.getByRole('link', { name: 'Lighthouse', exact: true }).first().click();
      await expect(page.getByRole('link', { name: new RegExp(`Lighthouse ${number}`) }).first()).toBeVisible();
      expect(complaints.filter((text) => !text.includes('status of 409'))).toEqual([]);
    } finally {
      await call(url, 'updateSetting', { headers, params, body: { value: '' } });
      await rm(folder, { recursive: true, force: true });
    }
  });
});
