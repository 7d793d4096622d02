import { copyFile, mkdtemp, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { call } from '@lectern/contract/client';
import { expectAccessibleInBoth, expectNarrow } from './_books/expect-accessible.ts';
import { makeShelf } from './_books/make-shelf.ts';
import { newScannedTest } from './_books/scanned-test.ts';
import { expect } from './_books/shelf-test.ts';
import { watchComplaints } from './_harness/check-page.ts';
import { onBoth } from './_harness/on-both.ts';

const FIXTURES = join(import.meta.dirname, '../../../fixtures/good/cbz');

/** These tests add books, so they use a server of their own. */
const test = newScannedTest(makeShelf);

async function readFixture(fixture: string, name: string) {
  return { name, mimeType: 'application/octet-stream', buffer: await readFile(join(FIXTURES, fixture)) };
}

onBoth(test, () => {
  test('a user uploads several books, keeps both of one name, and goes on after an interruption', async ({
    page,
    library,
  }) => {
    const complaints = watchComplaints(page);
    const { url, headers, id } = library;
    const number = page.viewportSize()?.width === 390 ? '08' : '07';
    const books = [
      await readFixture('zip64-end.cbz', `Lighthouse v${number}.cbz`),
      await readFixture('stored.cbz', `Old Tower ${number}.cbz`),
    ];
    const broken = { name: `Broken ${number}.cbz`, mimeType: 'application/octet-stream', buffer: Buffer.from('none') };
    await call(url, 'patchLibrary', { headers, params: { id }, body: { allowUploads: false } });
    await page.goto(`/library/${id}/upload`);
    await expect(page.getByRole('heading', { name: /does not accept uploads/ })).toBeVisible();
    await expectAccessibleInBoth(page);
    await call(url, 'patchLibrary', { headers, params: { id }, body: { allowUploads: true } });

    await page.goto(`/library/${id}`);
    await page.getByRole('button', { name: /^Actions for/ }).click();
    await page.getByRole('menuitem', { name: 'Upload books' }).click();
    await page.getByLabel('Book files').setInputFiles([...books, broken]);
    await expect(page.getByLabel(/^Series folder of/).first()).toHaveValue('Lighthouse');
    const tower = page.getByRole('region', { name: 'Old Tower' });
    await tower.getByLabel(/^Series folder of/).fill('Towers');
    await tower.getByLabel(/^Series folder of/).press('Enter');
    await expect(page.getByRole('region', { name: 'Towers' })).toContainText('Ready');
    await expectNarrow(page);
    await expectAccessibleInBoth(page);

    await page.getByRole('button', { name: 'Upload 3 books' }).click();
    await expect(page.getByText('2 books uploaded. A scan adds them to the library')).toBeVisible();
    await expect(page.getByRole('status').filter({ hasText: '3 files' })).toContainText('2 in the library');
    await expect(page.getByText(`"Broken ${number}.cbz" cannot be read as a book`)).toBeVisible();

    // The same name again: the user decides, and the first file stays.
    await page.getByLabel('Book files').setInputFiles(books.slice(0, 1));
    const taken = page.getByRole('listitem').filter({ hasText: 'The name is taken' });
    await expect(taken).toContainText(`Lighthouse v${number} (2).cbz`);
    await expectAccessibleInBoth(page);
    await taken.getByRole('button', { name: /^Keep both/ }).click();
    await expect(page.getByText('1 book uploaded')).toBeVisible();
    await page.goto(`/library/${id}/books`);
    await expect(page.getByRole('link', { name: new RegExp(`Old Tower ${number}`) }).first()).toBeVisible();

    // Files can be dropped, too.
    await page.goto(`/library/${id}/upload`);
    const dropped = await page.evaluateHandle(() => {
      const transfer = new DataTransfer();
      transfer.items.add(new File(['text'], 'Dropped 1.cbz'));
      transfer.items.add(new File(['text'], 'notes.txt'));
      return transfer;
    });
    await page.getByText('Files go into the folder of the library').dispatchEvent('drop', { dataTransfer: dropped });
    await expect(page.getByRole('listitem').filter({ hasText: 'Dropped 1.cbz' })).toContainText('Ready');
    await expect(page.getByRole('listitem').filter({ hasText: 'notes.txt' })).toContainText('Cannot be uploaded');

    // Parts of two files arrived in an earlier visit.
    const folder = await mkdtemp(join(tmpdir(), 'lectern-upload-'));
    try {
      const begin = async (fileName: string) => {
        const path = join(folder, fileName);
        await copyFile(join(FIXTURES, 'zip64-end.cbz'), path);
        await utimes(path, 1_000, 1_000);
        const bytes = await readFile(path);
        const body = { folder: 'Left', fileName, sizeBytes: bytes.length, modifiedAt: 1_000_000 };
        const { id: uploadId } = await call(url, 'beginUpload', { headers, params: { id }, body });
        const part = new Blob([bytes.subarray(0, 10)], { type: 'application/octet-stream' });
        const params = { id, uploadId };
        await call(url, 'sendUploadPart', { headers, params, query: { offset: 0 }, file: part });
        return path;
      };
      const chosen = await begin(`Left ${number}.cbz`);
      await begin(`Left ${number}a.cbz`);
      await page.goto(`/library/${id}/upload`);
      const left = page.getByRole('listitem').filter({ hasText: `Left/Left ${number}` });
      await expect(left).toHaveCount(2);
      await expect(left.first()).toContainText('10 bytes of 1.1 kB uploaded');
      await expectAccessibleInBoth(page);
      await page.getByRole('button', { name: `Discard Left ${number}a.cbz` }).click();
      await expect(left).toHaveCount(1);
      const sent = page.waitForRequest(/offset=/);
      await page.getByLabel('Book files').setInputFiles(chosen);
      await page.getByRole('button', { name: 'Upload 1 book' }).click();
      expect((await sent).url()).toMatch(/offset=10$/);
      await expect(page.getByText('1 book uploaded')).toBeVisible();
      await expect(left).toHaveCount(0);
      if (number === '07') {
        await writeFile(join(folder, 'cover.txt'), 'no book');
        await page.getByLabel('Folder of books').setInputFiles(folder);
        await expect(page.getByRole('region', { name: /^lectern-upload-/ })).toContainText(`Left ${number}a.cbz`);
        await expect(page.getByText('cover.txt')).toHaveCount(0);
      }
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
    expect(complaints.filter((text) => !/status of 40[09]/.test(text))).toEqual([]);
  });
});
