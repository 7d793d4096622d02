import { call } from '@lectern/contract/client';
import type { Page } from '@playwright/test';
import { expectAccessibleInBoth, expectNarrow } from './_books/expect-accessible.ts';
import { ACCOUNT } from './_books/first-steps.ts';
import { expect, test } from './_harness/test.ts';

const BEA = { username: 'bea', password: 'the password of bea' };

/** What the browser stores, by key. */
async function readStorage(page: Page): Promise<Record<string, string>> {
  return await page.evaluate(() => Object.fromEntries(Object.entries(localStorage)));
}

test('an admin sees the app as another account, changes nothing, and the account is told', async ({
  page,
  browser,
  freshServer,
}) => {
  const { url } = freshServer;
  const { access_token: token } = await call(url, 'initializeSetup', { body: ACCOUNT });
  const headers = { authorization: `Bearer ${token}` };
  const bea = await call(url, 'createUser', { headers, body: BEA });
  await page.request.post('/api/v1/auth/login', { data: ACCOUNT });
  const other = await page.context().newPage();
  await other.goto('/me');
  await expect(other.getByText('anna', { exact: true }).first()).toBeVisible();

  await page.goto(`/admin/users/${bea.id}`);
  await page.getByRole('button', { name: 'View as bea' }).click();
  const bar = page.getByRole('region', { name: 'View of an account' });
  await expect(bar).toContainText('You see the app as bea. Read only, until');
  await expect(page.getByRole('heading', { level: 1, name: /bea/ })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Manage' })).toHaveCount(0);
  // another tab of this browser is of the same session
  await expect(other.getByRole('region', { name: 'View of an account' })).toBeVisible();
  await other.close();
  await expectAccessibleInBoth(page);
  await expectNarrow(page);

  const before = await readStorage(page);
  expect(JSON.parse(before['lectern.session'] ?? 'null')).not.toMatchObject({ userId: bea.id });
  await page.goto('/me');
  await page.getByRole('button', { name: 'Change name or e-mail' }).click();
  const form = page.getByRole('dialog');
  await form.getByLabel('User name').fill('renamed');
  await form.getByLabel('Current password').fill(ACCOUNT.password);
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form.getByText(/cannot change anything/)).toBeVisible();
  await page.keyboard.press('Escape');
  await page.goto('/me/preferences');
  await page.getByRole('group', { name: 'Theme' }).getByRole('radio', { name: 'Dark', exact: true }).click();
  await expect(page.getByText('You see the app as bea, and cannot change anything.')).toBeVisible();
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog').getByRole('combobox').fill('devices');
  await expect(page.getByRole('dialog').getByRole('option').first()).toContainText('Devices');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/me\/devices/);
  await expect(bar).toBeVisible();
  expect(JSON.stringify(await readStorage(page))).not.toContain(bea.id);
  expect(await readStorage(page)).toEqual(before);

  await bar.getByRole('button', { name: 'End view' }).click();
  await expect(page).toHaveURL(new RegExp(`/admin/users/${bea.id}$`));
  await expect(page.getByRole('heading', { name: 'bea', exact: true })).toBeVisible();
  await expect(bar).toHaveCount(0);

  await using theirs = await browser.newContext({ baseURL: url });
  const their = await theirs.newPage();
  await their.request.post('/api/v1/auth/login', { data: BEA });
  await their.goto('/me');
  await expect(their.getByRole('heading', { name: 'Seen by admins' })).toBeVisible();
  await expect(their.getByRole('listitem').filter({ hasText: /^anna: / })).toHaveCount(1);

  // a sign-out ends the view, too, and the session of the admin
  await page.getByRole('button', { name: 'View as bea' }).click();
  await expect(bar).toBeVisible();
  await page.goto('/me');
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByRole('heading', { name: 'Sign in to Lectern' })).toBeVisible();
  await expect(bar).toHaveCount(0);
  const views = await call(url, 'listAccountViews', {
    headers: { authorization: `Bearer ${(await call(url, 'login', { body: BEA })).access_token}` },
  });
  expect(views.map(({ endedAt }) => typeof endedAt)).toEqual(['string', 'string']);
});
