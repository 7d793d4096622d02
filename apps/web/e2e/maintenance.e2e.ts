import { copyFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { call } from '@lectern/contract/client';
import type { Page } from '@playwright/test';
import { expectAccessible, expectAccessibleInBoth } from './_books/expect-accessible.ts';
import { makeShelf } from './_books/make-shelf.ts';
import { newScannedTest } from './_books/scanned-test.ts';
import { expect } from './_books/shelf-test.ts';
import { watchComplaints } from './_harness/check-page.ts';

/** These tests add and remove files, so they use a server of their own. */
const test = newScannedTest(makeShelf);

async function openMenu(page: Page, item: string): Promise<void> {
  await page.getByRole('button', { name: /^Actions for / }).click();
  await page.getByRole('menuitem', { name: item }).click();
}

test('an admin pauses and resumes background work, and cancels and repeats a task', async ({ page }) => {
  const complaints = watchComplaints(page);
  await page.goto('/admin/tasks');
  await page.getByRole('button', { name: 'Pause background work' }).click();
  await expect(page.getByText('Background work is paused')).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('link', { name: 'Health' }).click();
  await page.getByRole('button', { name: 'Find duplicates now' }).click();
  await expect(page.getByText('Comparing files')).toBeVisible();
  await page.getByRole('link', { name: 'Tasks' }).click();
  const stop = page.getByRole('button', { name: 'Stop: Looking for duplicates' });
  const done = page.getByRole('region', { name: 'Done' });
  const ended = done.getByRole('listitem').filter({ hasText: 'Looking for duplicates' });
  await stop.click();
  await expect(ended).toContainText('Stopped');
  await ended.getByRole('button', { name: 'Try again: Looking for duplicates' }).click();
  await expect(stop).toBeVisible();
  await expect(ended).toHaveCount(0);

  await page.getByRole('button', { name: 'Resume' }).click();
  await expect(page.getByText('Background work is paused')).toBeHidden();
  await expect(ended).toContainText('Done');
  expect(complaints).toEqual([]);
});

test('an admin filters tasks and deletes finished ones', async ({ page, library }) => {
  await page.goto('/admin/tasks');
  await expect(page.getByText('Done in the last hour')).toBeVisible();
  await expectAccessibleInBoth(page);
  await page.getByLabel('Task type').selectOption('Scans');
  await page.getByLabel('State').selectOption('Done');
  const done = page.getByRole('region', { name: 'Done' });
  await expect(done.getByRole('listitem').first()).toContainText(`Scanning ${library.name}`);
  await expect(page).toHaveURL(/kind=scan_library&state=completed/);
  await page.reload();
  await expect(done.getByRole('listitem').first()).toContainText(`Scanning ${library.name}`);
  await page.getByLabel('State').selectOption('Waiting');
  await page.getByRole('button', { name: 'Show all tasks' }).click();

  await page.getByRole('button', { name: 'Clear list' }).click();
  const dialog = page.getByRole('dialog', { name: 'Clear the task list' });
  await dialog.getByLabel('Tasks to clear').selectOption('All that ended');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Clear tasks' }).click();
  await expect(page.getByText(/^\d+ tasks? cleared$/)).toBeVisible();
  await expect(done.getByText('appear here when they end')).toBeVisible();
});

test('an admin scans a series and a folder, and sees the result and the history', async ({ page, library }) => {
  const { shelf, id, name, headers, url } = library;
  const [series] = (await call(url, 'listSeries', { headers, query: { libraryId: id, sort: 'title,asc' } })).data;
  await shelf.add('Lighthouse/Lighthouse 04.cbz');
  await page.goto(`/series/${series?.id ?? ''}`);
  await openMenu(page, 'Scan for changes');
  const result = page.getByRole('main').getByText('“Lighthouse”: 1 book added');
  await expect(result).toBeVisible();
  await expect(page.getByRole('link', { name: '4 · Lighthouse 04' })).toBeVisible();

  await rename(join(shelf.path, 'Lighthouse/Lighthouse 04.cbz'), join(shelf.path, 'Lighthouse/Lighthouse 05.cbz'));
  await page.goto(`/library/${id}`);
  await openMenu(page, 'Scan one folder');
  const picker = page.getByRole('dialog', { name: `Scan one folder of ${name}` });
  await picker.getByRole('button', { name: /^Lighthouse/ }).click();
  await expect(picker.getByRole('button', { name: 'Up one level' })).toBeVisible();
  await expectAccessible(page);
  await picker.getByRole('button', { name: 'Scan this folder' }).click();
  await expect(page.getByRole('main').getByText(`${name}: 1 book moved`)).toBeVisible();

  await openMenu(page, 'Scan history');
  const history = page.getByRole('dialog', { name: `Scans of ${name}` });
  await expect(history.getByRole('listitem').first()).toContainText('1 book moved');
  await expect(history.getByRole('listitem').first()).toContainText('only folder “Lighthouse”');
  await expect(history.getByRole('listitem').nth(1)).toContainText('1 book added');
  await expectAccessibleInBoth(page);
});

test('an admin previews title rules before they apply, and renumbers books', async ({ page, library }) => {
  const { id, name, headers, url } = library;
  const rule = { pattern: '^Quiet ', replacement: '' };
  await call(url, 'patchLibrary', { headers, params: { id }, body: { titlePreprocessingRules: [rule] } });
  await page.goto(`/library/${id}`);
  await openMenu(page, 'Apply title rules');
  const preview = page.getByRole('dialog', { name: `Apply title rules to ${name}` });
  await expect(preview.getByRole('listitem')).toHaveText(['Now: Quiet PlanetNew: Planet']);
  await expectAccessible(page);
  await preview.getByRole('button', { name: 'Change 1 title' }).click();
  await expect(page.getByRole('link', { name: 'Planet', exact: true })).toBeVisible();
  await openMenu(page, 'Apply title rules');
  await expect(preview).toContainText('There is nothing to change.');
  await preview.getByRole('button', { name: 'Close' }).last().click();
  await openMenu(page, 'Renumber all books');
  await expect(page.getByText(/^Renumbering the books of \d series of /)).toBeVisible();
});

test('an admin sees problems by type, ignores one and retries it after the file was repaired', async ({
  page,
  library,
}) => {
  const { shelf } = library;
  const heading = page.getByRole('heading', { name: 'Damaged file 1 book' });
  await page.goto('/admin/health');
  await expect(heading).toBeVisible();
  await expectAccessibleInBoth(page);
  await page.getByLabel('Problem type').selectOption('No pages inside');
  await expect(page.getByRole('heading', { name: 'No matching problems' })).toBeVisible();
  await page.getByRole('button', { name: 'Show all problems' }).click();

  await page.getByRole('button', { name: 'Ignore: Torn Pages 01' }).click();
  await expect(page.getByRole('heading', { name: 'No problems found' })).toBeVisible();
  await page.getByLabel('Show ignored (1)').check();
  await expect(page.getByText(/Ignored by anna, /)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Stop ignoring: Torn Pages 01' }).click();
  await page.getByLabel('Show ignored (0)').click();
  await expect(page.getByLabel(/^Show ignored/)).toHaveCount(0);

  await page.getByRole('link', { name: 'Torn Pages 01' }).click();
  await expect(page.getByText('This book cannot be opened.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Read', exact: true })).toHaveCount(0);
  await page.goBack();
  await copyFile(join(shelf.path, 'Lighthouse/Lighthouse 01.cbz'), join(shelf.path, 'Torn Pages/Torn Pages 01.cbz'));
  await page.getByRole('button', { name: 'Try again: Torn Pages 01' }).click();
  await expect(page.getByRole('status').getByText('Analyzing “Torn Pages 01”')).toBeVisible();
  await expect(heading).toHaveCount(0);
});

test('an admin sees copies of a file side by side until they are hidden', async ({ page, library }) => {
  const { shelf, scan } = library;
  await copyFile(join(shelf.path, 'Lighthouse/Lighthouse 02.cbz'), join(shelf.path, 'Quiet Planet/Another Name.cbz'));
  await scan();
  await page.goto('/admin/health');
  await page.getByRole('button', { name: 'Find duplicates now' }).click();
  const copies = page.getByRole('article').filter({ hasText: 'Another Name.cbz' });
  await expect(copies).toContainText('2 files, ');
  await expect(copies).toContainText('Lighthouse 02.cbz');
  await expectAccessible(page);
  await copies.getByRole('button', { name: /^Hide: / }).click();
  await expect(copies).toHaveCount(0);
  await page.reload();
  await expect(page.getByText('The server finds duplicates by itself')).toBeVisible();
  await expect(copies).toHaveCount(0);
});

test('every page reports a failed scan with its reason, and an admin runs it again', async ({ page, library }) => {
  const { shelf, scan } = library;
  const away = `${shelf.path}-away`;
  await rename(shelf.path, away);
  await scan();
  await page.goto('/');
  await expect(page.getByText(`${library.name} could not be scanned.`)).toBeVisible();
  await page.getByRole('link', { name: 'Look into it' }).click();
  await expect(page.getByText(`The last scan of ${library.name} failed.`)).toBeVisible();
  await page.goto('/admin/tasks');
  const failed = page.getByRole('region', { name: 'Failed' }).getByRole('listitem');
  await expect(failed).toContainText('Failed');
  await expect(failed.getByText('does not exist')).toBeHidden();
  await failed.getByText('Reason', { exact: true }).click();
  await expect(failed.getByText('does not exist')).toBeVisible();
  await expectAccessible(page);
  await rename(away, shelf.path);
  await failed.getByRole('button', { name: /^Try again: Scanning / }).click();
  await expect(failed).toHaveCount(0);
  await page.goto('/admin/libraries');
  await expect(page.getByText(/ · Scanned /)).toBeVisible();
  await expect(page.getByText('The last scan failed.')).toHaveCount(0);
});

test('an admin sees the books whose files are missing before they are removed', async ({ page, library }) => {
  const { shelf, scan, id, url, headers } = library;
  await rm(join(shelf.path, 'Lighthouse'), { recursive: true });
  await scan();
  const guard = page.getByText(/^\d books of .* are missing\./);
  await page.goto('/');
  await expect(guard).toBeVisible();
  await page.getByRole('link', { name: 'Look into it' }).click();
  await page.getByRole('button', { name: 'Show books' }).click();
  const dialog = page.getByRole('dialog', { name: /can no longer be found$/ });
  await expect(dialog).toContainText('Lighthouse/Lighthouse 01.cbz');
  await expect(dialog).toContainText('Progress and edits are kept, and come back with the file.');
  await expectAccessibleInBoth(page);
  // another admin answers meanwhile
  await call(url, 'dismissRemovals', { params: { id }, headers });
  await expect(dialog).toHaveCount(0);
  await expect(guard).toHaveCount(0);

  await scan();
  await page.goto(`/library/${id}`);
  const here = page.getByText(/^\d books can no longer be found\./);
  await page.getByRole('button', { name: 'Show books' }).click();
  await dialog.getByRole('button', { name: /^Remove \d books$/ }).click();
  await expect(page.getByText(/^\d books removed$/)).toBeVisible();
  await expect(here).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Lighthouse', exact: true })).toHaveCount(0);
});
