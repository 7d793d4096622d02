import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { call } from '@lectern/contract/client';
import { expectAccessible, expectAccessibleInBoth, expectNarrow } from './_books/expect-accessible.ts';
import { ACCOUNT } from './_books/first-steps.ts';
import { expect, test } from './_harness/test.ts';

/** Creates a folder per library. Disposing deletes them. */
async function makeFolders(...names: readonly string[]) {
  const root = await mkdtemp(join(tmpdir(), 'lectern-people-'));
  const paths = names.map((name) => ({ name, path: join(root, name) }));
  for (const { path } of paths) await mkdir(path);
  return { paths, [Symbol.asyncDispose]: async () => rm(root, { recursive: true, force: true }) };
}

test('an admin creates a user, sets permissions and libraries, passes on a link and deletes the user', async ({
  page,
  browser,
  freshServer,
}) => {
  const { url } = freshServer;
  await using folders = await makeFolders('Kids', 'Manga');
  const { access_token: token } = await call(url, 'initializeSetup', { body: ACCOUNT });
  const headers = { authorization: `Bearer ${token}` };
  for (const body of folders.paths) await call(url, 'createLibrary', { headers, body });
  await page.request.post('/api/v1/auth/login', { data: ACCOUNT });

  await page.goto('/admin');
  await page.getByRole('link', { name: 'Accounts' }).click();
  const list = page.getByRole('listitem');
  await expect(list.filter({ hasText: 'anna' })).toContainText('Admin');
  await page.getByRole('button', { name: 'Add account' }).click();
  const form = page.getByRole('dialog', { name: 'Add account' });
  await form.getByLabel('User name').fill('anna');
  await form.getByLabel('First password').fill('a first password');
  await form.getByRole('radio', { name: 'Only these' }).check();
  await form.getByRole('checkbox', { name: 'Manga' }).uncheck();
  await form.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(form.getByText('"anna" is already in use')).toBeVisible();
  await expectAccessible(page);
  await form.getByLabel('User name').fill('bea');
  await form.getByRole('button', { name: 'Add', exact: true }).click();

  await expect(page.getByRole('heading', { name: 'bea' })).toBeVisible();
  await expect(page.getByRole('checkbox', { name: 'Kids' })).toBeChecked();
  await expect(page.getByRole('checkbox', { name: 'Manga' })).not.toBeChecked();
  await page.getByText('Extra permissions').click();
  await expect(page.getByRole('checkbox', { name: 'Read pages' })).toBeDisabled();
  await page.getByRole('checkbox', { name: 'View tasks' }).check();
  await expect(page.getByText('· View tasks')).toBeVisible();
  await expectAccessibleInBoth(page);
  await expectNarrow(page);
  await page.getByRole('button', { name: 'Save access' }).click();
  await expect(page.getByText('Access of bea saved')).toBeVisible();
  const [bea] = (await call(url, 'listUsers', { headers, query: { search: 'bea' } })).data;
  expect(bea).toMatchObject({ role: 'reader', permissions: ['TasksRead'] });
  expect(bea?.libraryIds).toHaveLength(1);

  await page.getByRole('button', { name: 'Create link' }).click();
  const link = await page.getByLabel('Password reset link').inputValue();
  await using theirs = await browser.newContext({ baseURL: url });
  const their = await theirs.newPage();
  await their.goto(link);
  await their.getByLabel('New password', { exact: true }).fill('chosen by bea');
  await their.getByRole('button', { name: 'Set password' }).click();
  await their.getByRole('link', { name: 'Sign in' }).click();
  await their.getByLabel('User name or e-mail').fill('bea');
  await their.getByLabel('Password', { exact: true }).fill('chosen by bea');
  await their.getByRole('button', { name: 'Sign in' }).click();
  await their.getByRole('link', { name: 'Libraries' }).click();
  await expect(their.getByRole('link', { name: /^Kids .* books/ })).toBeVisible();
  await expect(their.getByText('Manga')).toHaveCount(0);

  // a permission change affects an open page
  await page.reload();
  await page.getByRole('checkbox', { name: 'Manga' }).check();
  await page.getByRole('button', { name: 'Save access' }).click();
  await expect(page.getByText('Access of bea saved')).toBeVisible();
  await expect(their.getByRole('link', { name: /^Manga .* books/ })).toBeVisible();

  await page.reload();
  await page.getByRole('button', { name: /^Sign out: / }).click();
  await expect(page.getByText('No sessions.')).toBeVisible();
  await their.goto('/me');
  await expect(their.getByRole('heading', { name: 'Sign in to Lectern' })).toBeVisible();

  await page.getByRole('button', { name: 'Deactivate account' }).click();
  await page.getByRole('button', { name: 'Deactivate', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Activate account' })).toBeVisible();
  await page.getByRole('link', { name: 'All accounts' }).click();
  await page.getByLabel('State').selectOption('Deactivated');
  await expect(list.filter({ hasText: 'anna' })).toHaveCount(0);
  await page.getByLabel('Name or e-mail').fill('nobody');
  await page.getByRole('button', { name: 'Show all accounts' }).click();
  await page.getByLabel('Name or e-mail').fill('be');
  await expect(page).toHaveURL(/q=be/);
  await page.getByRole('link', { name: 'bea' }).click();
  await page.getByRole('button', { name: 'Delete account' }).click();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Delete for good' }).click();
  await expect(page.getByText('Account of bea deleted')).toBeVisible();

  // an admin cannot lock themselves out
  await page.getByRole('link', { name: 'anna', exact: true }).last().click();
  await expect(page.getByText('You are the only admin')).toBeVisible();
  await expect(page.getByRole('radio', { name: 'Reader' })).toBeDisabled();
  await expect(page.getByRole('button', { name: 'Deactivate account' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Delete account' })).toHaveCount(0);
});
