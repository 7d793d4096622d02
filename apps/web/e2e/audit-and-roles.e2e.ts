import { call } from '@lectern/contract/client';
import { expectAccessible, expectNarrow } from './_books/expect-accessible.ts';
import { makeShelf } from './_books/make-shelf.ts';
import { newScannedTest } from './_books/scanned-test.ts';
import { expect } from './_books/shelf-test.ts';

const test = newScannedTest(makeShelf);

test('an admin reads the audit log, filters it, and downloads it', async ({ page, library }) => {
  const { url, headers } = library;
  const account = { username: 'audit-probe', password: 'a long password', role: 'reader' } as const;
  const { id } = await call(url, 'createUser', { headers, body: account });
  await page.goto('/admin/audit');
  const row = page.getByRole('listitem').filter({ hasText: 'audit-probe' });
  await expect(row).toContainText('Account added');
  await expectAccessible(page);
  await page.getByLabel('Kind').selectOption('API keys');
  await expect(row).toHaveCount(0);
  await page.getByLabel('Kind').selectOption('Accounts');
  await page.getByLabel('Search names').fill('AUDIT-PROBE');
  await expect(page.getByText('1 entry')).toBeVisible();
  await row.getByText('Details').click();
  await expect(row).toContainText('"role": "reader"');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('lectern-audit.csv');
  await expectNarrow(page);
  await call(url, 'deleteUser', { headers, params: { id } });
});

test('an account gets a role that admins made', async ({ page, library }) => {
  const { url, headers } = library;
  const account = { username: 'role-probe', password: 'a long password', role: 'reader' } as const;
  const { id } = await call(url, 'createUser', { headers, body: account });
  await page.goto(`/admin/users/${id}`);
  await page.getByLabel('Editor').check();
  await page.getByRole('button', { name: 'Save access' }).click();
  await expect(page.getByText('Access of role-probe saved')).toBeVisible();
  const changed = await call(url, 'getUser', { headers, params: { id } });
  expect(changed.customRole?.name).toBe('Editor');
  await page.goto('/admin/users');
  await expect(page.getByRole('listitem').filter({ hasText: 'role-probe' })).toContainText('Editor');
  await call(url, 'deleteUser', { headers, params: { id } });
});

test('an admin makes a role of permissions, and deletes it', async ({ page }) => {
  await page.goto('/admin/users');
  await page.getByRole('button', { name: 'Add role' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('Librarian');
  await dialog.getByLabel('Edit metadata').check();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Save' }).click();
  const row = page.getByRole('listitem').filter({ hasText: 'Librarian' });
  await expect(row).toContainText('Edit metadata');
  await row.getByRole('button', { name: 'Edit role Librarian' }).click();
  await dialog.getByRole('button', { name: 'Delete role' }).click();
  await expect(row).toHaveCount(0);
});
