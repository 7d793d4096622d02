import { readFile } from 'node:fs/promises';
import { call } from '@lectern/contract/client';
import { expectAccessibleInBoth, expectNarrow } from './_books/expect-accessible.ts';
import { ACCOUNT, enterAs } from './_books/first-steps.ts';
import { makeShelf } from './_books/make-shelf.ts';
import { newScannedTest } from './_books/scanned-test.ts';
import { expect } from './_books/shelf-test.ts';
import { watchComplaints } from './_harness/check-page.ts';
import { onBoth } from './_harness/on-both.ts';

/** The server restarts in these tests, so they use one of their own. */
const test = newScannedTest(makeShelf).extend({
  // A restore ends the session that the other tests share.
  signedIn: async ({ page }, use) => {
    await page.request.post('/api/v1/auth/login', { data: ACCOUNT });
    await use(undefined);
  },
});

/** Authorisation of the admin, in a new session. */
async function signIn(url: string): Promise<{ readonly authorization: string }> {
  const { access_token: token } = await call(url, 'login', { body: ACCOUNT });
  return { authorization: `Bearer ${token}` };
}

/** Staging and a restart on a busy machine. */
const RESTORE_MS = 150_000;

onBoth(test, () => {
  test('an admin makes a backup, downloads it, adds it again, checks it and deletes it', async ({ page }) => {
    const complaints = watchComplaints(page);
    await page.goto('/admin/backups');
    const rows = page.getByRole('listitem').filter({ hasText: 'Manual' });
    await expect(page.getByRole('button', { name: 'Create backup' })).toBeVisible();
    const before = await rows.count();
    await page.getByRole('button', { name: 'Create backup' }).click();
    await expect(rows).toHaveCount(before + 1);
    const row = rows.first();
    await expect(row).toContainText('1 account');
    await expect(row).toContainText('Checked');
    await expect(page.getByText(/The last good backup was made today/)).toBeVisible();
    await expectNarrow(page);
    await expectAccessibleInBoth(page);

    await row.getByRole('button', { name: /^Download the backup/ }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog).toContainText('The file is not encrypted');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      dialog.getByRole('button', { name: /^Download \d/ }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/^lectern-\d{8}-\d{6}-[0-9a-f]{8}\.lectern$/);
    // The signature of gzip.
    expect((await readFile(await download.path())).subarray(0, 2)).toEqual(Buffer.from([0x1f, 0x8b]));
    await page.getByLabel('Backup file').setInputFiles(await download.path());
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await expect(page.getByText('Backup added and checked')).toBeVisible();
    const added = page.getByRole('listitem').filter({ has: page.getByText('Added', { exact: true }) });
    await expect(added).toContainText('1 account');
    await added.getByRole('button', { name: /^Delete the backup/ }).click();
    await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
    await expect(added).toHaveCount(0);
    await page.getByLabel('Backup file').setInputFiles({
      name: 'notes.lectern',
      mimeType: 'application/octet-stream',
      buffer: Buffer.from('this is no backup'),
    });
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await expect(dialog.getByRole('alert')).toContainText('damaged');
    await expectNarrow(page);
    await expectAccessibleInBoth(page);
    await dialog.getByRole('button', { name: 'Cancel' }).click();

    await row.getByRole('button', { name: /^Check the backup/ }).click();
    await expect(page.getByText('The backup is being checked')).toBeVisible();

    await row.getByRole('button', { name: /^Delete the backup/ }).click();
    await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
    await expect(rows).toHaveCount(before);
    expect(complaints).toEqual([]);
  });

  test('an admin restores a backup, and sees the old state and what became of the new one', async ({
    page,
    library,
  }) => {
    await page.goto('/admin/backups');
    await page.getByRole('button', { name: 'Create backup' }).click();
    await expect(page.getByText('Backup created and checked')).toBeVisible();
    const { url } = library;
    await call(url, 'createUser', {
      headers: await signIn(url),
      body: { username: 'latecomer', password: 'correct horse battery', role: 'reader' },
    });

    await page
      .getByRole('button', { name: /^Restore the backup/ })
      .first()
      .click();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByRole('row', { name: 'Accounts 2 1' })).toBeVisible();
    await expectNarrow(page);
    await expectAccessibleInBoth(page);
    await dialog.getByLabel('Current password').fill('not the password');
    await dialog.getByRole('button', { name: 'Restore', exact: true }).click();
    await expect(dialog.getByRole('alert')).toContainText('Confirm that the current state is replaced');
    await dialog.getByRole('checkbox', { name: /Replace the current state/ }).check();
    await dialog.getByRole('button', { name: 'Restore', exact: true }).click();
    await expect(dialog).toContainText('Is not your password');
    await dialog.getByLabel('Current password').fill(ACCOUNT.password);
    // The page loads again by itself. Until then it may tell of the restore of an earlier run.
    const loaded = page.waitForEvent('load', { timeout: RESTORE_MS });
    await dialog.getByRole('button', { name: 'Restore', exact: true }).click();
    await expect(page.getByRole('dialog', { name: 'Restoring the backup' })).toBeVisible();
    // Every session has ended.
    await loaded;
    await expect(page.getByRole('heading', { name: 'Sign in to Lectern' })).toBeVisible();
    await enterAs(page, ACCOUNT);
    const outcome = page.getByRole('region', { name: 'Last restore' });
    await expect(outcome).toContainText(/Restored (?:just now|\d+ \w+ ago) from /);
    await expect(outcome).toContainText(`${library.server.dataDir}/before-restore-`);
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expectNarrow(page);
    await expectAccessibleInBoth(page);
    const headers = await signIn(url);
    expect((await call(url, 'listUsers', { headers })).data.map(({ username }) => username)).toEqual([
      ACCOUNT.username,
    ]);
    await page.goto('/');
    await expect(page.getByRole('link', { name: /Lighthouse/ }).first()).toBeVisible();
  });
});
