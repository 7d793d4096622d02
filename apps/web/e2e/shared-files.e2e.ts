import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { call } from '@lectern/contract/client';
import type { Page } from '@playwright/test';
import { expectAccessibleInBoth, expectNarrow } from './_books/expect-accessible.ts';
import { ACCOUNT, signIn } from './_books/first-steps.ts';
import { makeShelf } from './_books/make-shelf.ts';
import { waitForWorker } from './_books/offline.ts';
import { newScannedTest, type ScannedLibrary } from './_books/scanned-test.ts';
import { expect } from './_books/shelf-test.ts';
import { onBoth } from './_harness/on-both.ts';

const FIXTURE = join(import.meta.dirname, '../../../fixtures/good/cbz/stored.cbz');

const test = newScannedTest(makeShelf);

test.use({ serviceWorkers: 'allow' });

/** Tests of one worker share a server, which keeps what they upload. */
let made = 0;

interface Shared {
  readonly name: string;
  readonly bytes: readonly number[];
}

/** Sends the form that a phone sends when another app shares files. */
async function share(
  page: Page,
  files: readonly Shared[],
  words: Readonly<Record<string, string>> = {},
): Promise<void> {
  await page.evaluate(
    ([some, texts]) => {
      const form = document.createElement('form');
      Object.assign(form, { method: 'post', enctype: 'multipart/form-data', action: '/upload' });
      const transfer = new DataTransfer();
      for (const { name, bytes } of some) transfer.items.add(new File([new Uint8Array(bytes)], name));
      const input = document.createElement('input');
      Object.assign(input, { type: 'file', name: 'files', multiple: true, files: transfer.files });
      form.append(input);
      for (const [name, value] of Object.entries(texts)) {
        const field = document.createElement('input');
        Object.assign(field, { name, value });
        form.append(field);
      }
      document.body.append(form);
      form.submit();
    },
    [files, words] as const,
  );
}

async function countWaiting(page: Page): Promise<number> {
  return await page.evaluate(async () => {
    const [name] = (await caches.keys()).filter((one) => one.endsWith('.shared'));
    return name === undefined ? 0 : (await (await caches.open(name)).keys()).length;
  });
}

async function allowUploads({ url, headers, id }: ScannedLibrary, isAllowed: boolean): Promise<void> {
  await call(url, 'patchLibrary', { headers, params: { id }, body: { allowUploads: isAllowed } });
}

async function readBook(name: string): Promise<Shared> {
  return { name, bytes: [...(await readFile(FIXTURE))] };
}

test('a book shared by another app is uploaded with one click, and then waits no longer', async ({ page, library }) => {
  await allowUploads(library, true);
  await page.goto('/');
  await waitForWorker(page);
  made += 1;
  const name = `Shared tower ${String(made)}.cbz`;
  await share(page, [await readBook(name)]);
  await expect(page).toHaveURL(`/library/${library.id}/upload`);
  await expect(page.getByRole('listitem').filter({ hasText: name })).toContainText('Ready');
  // A reload forgets the list, but not the file.
  await page.reload();
  await page.getByRole('link', { name: '1 shared file waits' }).click();
  await page.getByRole('button', { name: 'Upload 1 book' }).click();
  await expect(page.getByText('1 book uploaded')).toBeVisible();
  await expect.poll(async () => countWaiting(page)).toBe(0);
});

test('a guest signs in first, and the shared file is still there', async ({ page, library }) => {
  await allowUploads(library, true);
  await page.goto('/');
  await waitForWorker(page);
  await page.context().clearCookies();
  await share(page, [await readBook('Shared tower 02.cbz')]);
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  expect(await countWaiting(page)).toBe(1);
  await signIn(page, ACCOUNT.password);
  await expect(page.getByRole('listitem').filter({ hasText: 'Shared tower 02.cbz' })).toContainText('Ready');
  await page.getByRole('button', { name: 'Remove Shared tower 02.cbz' }).click();
  await expect.poll(async () => countWaiting(page)).toBe(0);
});

onBoth(test, () => {
  test('the page says why a shared file cannot be uploaded', async ({ page, library }) => {
    await allowUploads(library, false);
    await page.goto('/upload?failed=true');
    await expect(page.getByText('This device could not store the shared files.')).toBeVisible();
    await page.goto('/');
    await waitForWorker(page);
    await share(page, [await readBook('Shared tower 03.cbz'), { name: 'notes.txt', bytes: [1] }]);
    const notes = page.getByRole('listitem').filter({ hasText: 'notes.txt' });
    await expect(notes).toContainText('This is not a book file');
    await expect(page.getByText('No library takes uploads. Ask an admin')).toBeVisible();
    await expect(page.getByText('Shared files wait on this device for at most 7 days.')).toBeVisible();
    await expectNarrow(page);
    await expectAccessibleInBoth(page);
    await page.getByRole('button', { name: 'Discard notes.txt' }).click();
    await expect(notes).toHaveCount(0);
    await page.goto('/me');
    await page.getByRole('main').getByRole('button', { name: 'Sign out', exact: true }).click();
    const question = page.getByRole('dialog', { name: 'Sign out with unsent changes?' });
    await expect(question).toContainText('1 change or shared file is only on this device');
    await question.getByRole('button', { name: 'Cancel' }).click();
    await page.goto('/upload');
    await expect(notes).toHaveCount(0);
    await page.getByRole('button', { name: 'Discard Shared tower 03.cbz' }).click();
    await expect(page.getByRole('heading', { name: 'No shared files' })).toBeVisible();
    expect(await countWaiting(page)).toBe(0);
  });
});

test('shared words are searched for', async ({ page }) => {
  await page.goto('/');
  await waitForWorker(page);
  await share(page, [], { q: '', text: 'lighthouse' });
  await expect(page).toHaveURL(/\/search\?/);
  await expect(page.getByRole('main').getByRole('combobox', { name: 'Search' })).toHaveValue('lighthouse');
});
