import { call } from '@lectern/contract/client';
import { test as base, expect, type Page } from '@playwright/test';
import { expectAccessibleInBoth } from './_books/expect-accessible.ts';
import { ACCOUNT, signIn } from './_books/first-steps.ts';
import { readCode } from './_books/read-code.ts';
import { changeDatabase } from './_harness/change-database.ts';
import { watchComplaints } from './_harness/check-page.ts';
import { type RunningServer, startServer } from './_harness/server.ts';
import { type SignInProvider, startSignInProvider } from './_harness/sign-in-provider.ts';

interface World {
  readonly server: RunningServer;
  readonly provider: SignInProvider;
}

/** A server with an admin, and a provider. */
const test = base.extend<object, { world: World }>({
  world: [
    async ({}, use) => {
      await using provider = await startSignInProvider('nora');
      await using server = await startServer([], { LECTERN_AUTH_PRIVATE_NETWORKS: 'loopback' });
      await call(server.url, 'initializeSetup', { body: ACCOUNT });
      await use({ server, provider });
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ world }, use) => use(world.server.url),
});

async function signInAsAdmin(page: Page): Promise<void> {
  await page.goto('/login');
  await signIn(page);
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
}

/** A provider where this user is always signed in, which makes accounts. */
async function addProvider({ server }: World, { issuer }: SignInProvider): Promise<void> {
  const { access_token: token } = await call(server.url, 'login', { body: ACCOUNT });
  await call(server.url, 'createSignInProvider', {
    headers: { authorization: `Bearer ${token}` },
    body: { name: 'office', displayName: 'Office', issuer, clientId: 'lectern', createsAccounts: true, logsOut: true },
  });
}

/** Sets an authenticator app up. @returns its key */
async function addApp(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Set up app' }).click();
  const dialog = page.getByRole('dialog');
  const secret = await dialog.getByLabel('Key').inputValue();
  await dialog.getByLabel('Code', { exact: true }).fill(readCode(secret));
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('button', { name: 'Done' }).click();
  return secret;
}

test('an admin adds a provider, a reader signs in there, and the admin links it', async ({ page, browser, world }) => {
  const complaints = watchComplaints(page);
  await signInAsAdmin(page);
  await page.goto('/admin/sign-in');
  await page.getByRole('button', { name: 'Add provider' }).click();
  await page.getByLabel('Name on the sign-in page').fill('House');
  await page.getByLabel('Name in addresses').fill('house');
  await page.getByLabel('Issuer').fill(world.provider.issuer);
  await page.getByLabel('Client ID').fill('lectern');
  await page.getByLabel('Create accounts').check();
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByRole('button', { name: 'Test: House' }).click();
  await expect(page.getByText('The provider answers as expected.')).toBeVisible();
  await expectAccessibleInBoth(page);

  const reader = await browser.newPage({ baseURL: world.server.url });
  await reader.goto('/me/preferences');
  await reader.getByRole('button', { name: 'Sign in with House' }).click();
  // The address of the sign-in page ends in that of the page that comes next, too.
  await expect(reader.getByRole('navigation', { name: 'Main' })).toBeVisible();
  await expect(reader).toHaveURL(/\/me\/preferences$/);
  await reader.goto('/me');
  await expect(reader.getByText('nora', { exact: true }).first()).toBeVisible();
  await expect(reader.getByText('This account has no password.')).toBeVisible();
  await expect(reader.getByRole('button', { name: 'Change password' })).toBeHidden();
  await reader.close();

  const { access_token: token } = await call(world.server.url, 'login', { body: ACCOUNT });
  const { id } = await call(world.server.url, 'createAccessGroup', {
    headers: { authorization: `Bearer ${token}` },
    body: { name: 'Family' },
  });
  await page.goto(`/admin/groups/${id}`);
  await page.getByLabel('Name of the group at the provider').fill('relatives');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  const groups = page.getByRole('list', { name: 'Provider groups' });
  await expect(groups.getByText('relatives')).toBeVisible();
  await expectAccessibleInBoth(page);
  await groups.getByRole('button', { name: 'Remove relatives' }).click();
  await expect(groups).toBeHidden();

  // The identity opens the account of the reader already.
  await page.goto('/me');
  await page.getByRole('button', { name: 'Link to House' }).click();
  await expect(page.getByText('This identity belongs to another account')).toBeVisible();
  expect(complaints).toEqual([]);
});

test('a second factor follows a sign-in at a provider, and an admin sees who signs in there', async ({
  page,
  browser,
  world,
}) => {
  await using provider = await startSignInProvider('otto');
  await addProvider(world, provider);
  const complaints = watchComplaints(page);
  await page.goto('/me/security');
  await page.getByRole('button', { name: 'Sign in with Office' }).click();
  await expect(page).toHaveURL(/\/me\/security$/);
  const secret = await addApp(page);

  // The sign-out goes on at the provider, which sends the browser back.
  await page.goto('/me');
  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  await expect(page).toHaveURL(/\/login/);
  await expect.poll(() => provider.signOuts()).toBe(1);

  await page.goto('/me/preferences');
  await page.getByRole('button', { name: 'Sign in with Office' }).click();
  await expect(page.getByRole('heading', { name: 'Second factor' })).toBeVisible();
  expect(new URL(page.url()).hash).toBe('');
  await expectAccessibleInBoth(page);
  await page.getByLabel('Code', { exact: true }).fill('000000');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByText('Is wrong, expired or already used')).toBeVisible();
  changeDatabase(world.server, 'update "authenticatorApp" set "lastStep" = 0');
  await page.getByLabel('Code', { exact: true }).fill(readCode(secret));
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page).toHaveURL(/\/me\/preferences$/);
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();

  const admin = await browser.newPage({ baseURL: world.server.url });
  await signInAsAdmin(admin);
  changeDatabase(world.server, 'update "session" set "createdAt" = "createdAt" - 3600000');
  await admin.goto('/me');
  await admin.getByRole('button', { name: 'Link to Office' }).click();
  const asked = admin.getByRole('dialog', { name: 'Confirm that it is you' });
  await asked.getByLabel('Current password').fill('another password');
  await asked.getByRole('button', { name: 'Continue' }).click();
  await expect(asked.getByText('Is not your password')).toBeVisible();
  await expectAccessibleInBoth(admin);
  await asked.getByLabel('Current password').fill(ACCOUNT.password);
  await asked.getByRole('button', { name: 'Continue' }).click();
  await expect(admin.getByText('This identity belongs to another account')).toBeVisible();

  await admin.goto('/admin/users');
  await admin.getByRole('link', { name: /^otto/ }).click();
  await admin.getByRole('button', { name: 'Unlink: Office' }).click();
  await expectAccessibleInBoth(admin);
  await admin.getByRole('dialog').getByRole('button', { name: 'Unlink' }).click();
  await expect(admin.getByText('“otto” could not sign in any more')).toBeVisible();
  await admin.close();
  expect(complaints.filter((complaint) => !complaint.includes('status of 400'))).toEqual([]);
});
