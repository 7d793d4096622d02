import { copyFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expectAccessible } from './_books/expect-accessible.ts';
import { expect, test } from './_books/shelf-test.ts';
import { watchComplaints } from './_harness/check-page.ts';

/** Scans the one library anew, and waits until that ended. */
async function scan(page: Page): Promise<void> {
  await page.goto('/admin/libraries');
  await page.getByRole('button', { name: 'Scan', exact: true }).click();
  // The server may have noticed the files by itself meanwhile: then it says so twice.
  await expect(
    page
      .getByRole('status')
      .getByText(/^lectern-shelf-/)
      .first(),
  ).toBeVisible({ timeout: 30_000 });
}

test('lets background work rest and go on, and stops and repeats a task', async ({ page, shelf }) => {
  expect(shelf.path).not.toBe('');
  const complaints = watchComplaints(page);
  await page.goto('/admin/tasks');
  await page.getByRole('button', { name: 'Pause background work' }).click();
  await expect(page.getByText('Background work is paused')).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('link', { name: 'Health' }).click();
  await page.getByRole('button', { name: 'Look for copies now' }).click();
  await expect(page.getByText('Comparing files')).toBeVisible();
  await page.getByRole('link', { name: 'Tasks' }).click();
  const stop = page.getByRole('button', { name: 'Stop: Looking for duplicates' });
  const done = page.getByRole('region', { name: 'Done' });
  const ended = done.getByRole('listitem').filter({ hasText: 'Looking for duplicates' });
  await stop.click();
  await expect(ended).toContainText('Stopped just now');
  await ended.getByRole('button', { name: 'Try again: Looking for duplicates' }).click();
  await expect(stop).toBeVisible();
  await expect(ended).toHaveCount(0);

  await page.getByRole('button', { name: 'Resume' }).click();
  await expect(page.getByText('Background work is paused')).toBeHidden();
  await expect(ended).toContainText('Done just now', { timeout: 30_000 });
  await expectAccessible(page);
  expect(complaints).toEqual([]);
});

test('tries a book again, whose file was damaged', async ({ page, shelf }) => {
  await page.goto('/admin/health');
  await expect(page.getByRole('heading', { name: 'Damaged file 1 book' })).toBeVisible();
  await copyFile(join(shelf.path, 'Lighthouse/Lighthouse 01.cbz'), join(shelf.path, 'Torn Pages/Torn Pages 01.cbz'));
  await page.getByRole('button', { name: 'Try again: Torn Pages 01' }).click();
  await expect(page.getByRole('status').getByText('Reading the file of “Torn Pages 01” again')).toBeVisible();
  await expect(page.getByRole('heading', { name: /Damaged file/ })).toHaveCount(0, { timeout: 30_000 });
});

test('shows copies of a file side by side until they are hidden', async ({ page, shelf }) => {
  await copyFile(join(shelf.path, 'Lighthouse/Lighthouse 02.cbz'), join(shelf.path, 'Quiet Planet/Another Name.cbz'));
  await scan(page);
  await page.goto('/admin/health');
  await page.getByRole('button', { name: 'Look for copies now' }).click();
  const copies = page.getByRole('article').filter({ hasText: '2 copies of' });
  await expect(copies).toContainText('Another Name.cbz', { timeout: 30_000 });
  await expect(copies).toContainText('Lighthouse 02.cbz');
  await expectAccessible(page);
  await copies.getByRole('button', { name: /^Hide: / }).click();
  await expect(copies).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('heading', { name: /Damaged file/ })).toBeVisible();
  await expect(copies).toHaveCount(0);
});

test('says why a task failed, and runs it again', async ({ page, shelf }) => {
  const away = `${shelf.path}-away`;
  await rename(shelf.path, away);
  await scan(page);
  await expect(page.getByText('The last scan failed.')).toBeVisible();
  await page.goto('/admin/tasks');
  const failed = page.getByRole('region', { name: 'Failed' }).getByRole('listitem');
  await expect(failed).toContainText('Failed just now');
  await expect(failed.getByText('does not exist')).toBeHidden();
  await failed.getByText('Why', { exact: true }).click();
  await expect(failed.getByText('does not exist')).toBeVisible();
  await expectAccessible(page);
  await rename(away, shelf.path);
  await failed.getByRole('button', { name: /^Try again: Scanning / }).click();
  await expect(failed).toHaveCount(0);
  await page.goto('/admin/libraries');
  await expect(page.getByText(/scanned just now/)).toBeVisible();
  await expect(page.getByText('The last scan failed.')).toHaveCount(0);
});

test('asks before books are removed whose files vanished in numbers', async ({ page, shelf }) => {
  await rm(join(shelf.path, 'Lighthouse'), { recursive: true });
  await scan(page);
  const guard = page.getByText('3 books of');
  await page.goto('/admin/health');
  await expect(guard).toContainText('can no longer be found');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Keep them' }).click();
  await expect(guard).toHaveCount(0);
  await scan(page);
  await page.goto('/libraries');
  await page.getByRole('main').getByRole('link').filter({ hasText: '3 series' }).click();
  await page.getByRole('button', { name: 'Remove 3 books' }).click();
  await expect(page.getByText('3 books removed')).toBeVisible();
  await expect(page.getByText('2 series, 3 books')).toBeVisible();
});
