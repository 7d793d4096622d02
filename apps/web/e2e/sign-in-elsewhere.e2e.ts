import { call } from '@lectern/contract/client';
import { test as base, expect } from '@playwright/test';
import { expectAccessibleInBoth } from './_books/expect-accessible.ts';
import { watchComplaints } from './_harness/check-page.ts';
import { type RunningServer, startServer } from './_harness/server.ts';
import { type SignInProvider, startSignInProvider } from './_harness/sign-in-provider.ts';

const ADMIN = { username: 'anna', password: 'correct horse battery' };

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
      await call(server.url, 'initializeSetup', { body: ADMIN });
      await use({ server, provider });
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ world }, use) => use(world.server.url),
});

test('an admin adds a provider, a reader signs in there, and the admin links it', async ({ page, browser, world }) => {
  const complaints = watchComplaints(page);
  await page.goto('/login');
  await page.getByLabel('User name or e-mail').fill(ADMIN.username);
  await page.getByLabel('Password', { exact: true }).fill(ADMIN.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();

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
  await expect(reader).toHaveURL(/\/me\/preferences$/);
  await reader.goto('/me');
  await expect(reader.getByText('nora', { exact: true }).first()).toBeVisible();
  await reader.close();

  // The identity opens the account of the reader already.
  await page.goto('/me');
  await page.getByRole('button', { name: 'Link to House' }).click();
  await expect(page.getByText('This identity belongs to another account')).toBeVisible();
  expect(complaints).toEqual([]);
});
