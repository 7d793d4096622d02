import { rename } from 'node:fs/promises';
import { call } from '@lectern/contract/client';
import { expectAccessible, expectAccessibleInBoth, expectNarrow } from './_books/expect-accessible.ts';
import { makeShelf } from './_books/make-shelf.ts';
import { newScannedTest } from './_books/scanned-test.ts';
import { expect } from './_books/shelf-test.ts';
import { watchComplaints } from './_harness/check-page.ts';

/** These tests move the library away, so they use a server of their own. */
const test = newScannedTest(makeShelf);

test('an admin sees what is wrong with the server, hides it, and sees it go once it is mended', async ({
  page,
  library,
}) => {
  const complaints = watchComplaints(page);
  const {
    url,
    headers,
    shelf: { path },
  } = library;
  const before = await call(url, 'checkHealth', { headers });
  for (const { key } of before.findings) await call(url, 'hideHealthFinding', { headers, body: { key, hidden: true } });
  await page.goto('/admin/health');
  await expect(page.getByText('Nothing needs your attention.')).toBeVisible();
  await rename(path, `${path}-away`);
  await page.getByRole('button', { name: 'Check now' }).click();
  const line = page
    .getByRole('region', { name: 'Server', exact: true })
    .getByRole('listitem')
    .filter({ hasText: 'does not exist' });
  await expect(line).toContainText(/Problem, found (?:just now|\d+ \w+ ago)/);
  await expect(page.getByRole('link', { name: 'Manage 1 finding' })).toBeVisible();
  await expectAccessibleInBoth(page);
  await expectNarrow(page);
  await line.getByRole('button', { name: /^Hide: / }).click();
  await expect(page.getByText('Hidden until it changes')).toBeVisible();
  await expect(page.getByText('Nothing needs your attention.')).toBeVisible();
  await page.getByText(/findings? hidden$/).click();
  await line.getByRole('button', { name: /^Show: / }).click();
  await expect(page.getByRole('link', { name: 'Open libraries' })).toBeVisible();

  await rename(`${path}-away`, path);
  // another admin checks: the page follows by itself
  await call(url, 'checkHealth', { headers });
  await expect(line).toHaveCount(0);
  expect(complaints).toEqual([]);
});

test('an admin reads the log, filters it, and follows it live', async ({ page, library }) => {
  const { url, headers } = library;
  await page.goto('/admin/log');
  const log = page.getByRole('log', { name: 'Log' });
  await expect(log).toContainText('http');
  await expectAccessible(page);
  await page.getByLabel('Area').selectOption('users');
  await page.getByLabel('Search the log').fill('log-probe');
  await expect(page.getByRole('heading', { name: 'No matching lines' })).toBeVisible();
  const account = { username: 'log-probe', password: 'a long password', role: 'reader' } as const;
  const { id } = await call(url, 'createUser', { headers, body: account });
  // pushed by the server, without a reload
  await expect(log.locator('summary, [data-level]').first()).toBeVisible();
  await log.locator('summary').first().click();
  await expect(log).toContainText('log-probe');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('lectern-log.txt');
  await page.getByRole('button', { name: 'Pause' }).click();
  await expect(page.getByRole('button', { name: 'Follow live' })).toBeVisible();
  await expectNarrow(page);
  await call(url, 'deleteUser', { headers, params: { id } });
});
