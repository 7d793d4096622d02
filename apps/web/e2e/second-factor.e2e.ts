import { call } from '@lectern/contract/client';
import type { Page } from '@playwright/test';
import { expectAccessible } from './_books/expect-accessible.ts';
import { ACCOUNT, enterAs, signIn } from './_books/first-steps.ts';
import { readCode } from './_books/read-code.ts';
import { changeDatabase as change } from './_harness/change-database.ts';
import type { RunningServer } from './_harness/server.ts';
import { expect, test } from './_harness/test.ts';

/** A code that was used is refused for the rest of its 30 seconds. */
const letCodePass = (server: RunningServer): void => change(server, 'update "authenticatorApp" set "lastStep" = 0');

/** Makes the first account. Browsers have passkeys at names only. */
async function makeAdmin({ url }: RunningServer) {
  const { access_token: token } = await call(url, 'initializeSetup', { body: ACCOUNT });
  return { home: url.replace('127.0.0.1', 'localhost'), headers: { authorization: `Bearer ${token}` } };
}

const isIn = async (page: Page): Promise<void> => expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();

/** Another browser session in the same browser. */
async function leave(page: Page): Promise<void> {
  const kept = (await page.context().cookies()).filter(({ name }) => name.endsWith('lectern_remembered'));
  await page.context().clearCookies();
  await page.context().addCookies(kept);
  await page.evaluate(() => localStorage.clear());
}

/** Adds an authenticator app on the page of the account. @returns its key and the recovery codes */
async function addApp(page: Page) {
  await page.getByRole('button', { name: 'Set up app' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible();
  const secret = await dialog.getByLabel('Key').inputValue();
  await expectAccessible(page);
  await dialog.getByLabel('Code', { exact: true }).fill('000000');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('Is wrong, expired or already used')).toBeVisible();
  await dialog.getByLabel('Code', { exact: true }).fill(readCode(secret));
  await dialog.getByRole('button', { name: 'Save' }).click();
  const items = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
  await expect(items).toHaveCount(10);
  const codes = await items.allInnerTexts();
  await page.getByRole('button', { name: 'Done' }).click();
  return { secret, codes };
}

/** Gives the browser an authenticator that says yes by itself. */
async function addAuthenticator(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

test('a user adds an authenticator app, signs in with it, and with a recovery code', async ({ page, freshServer }) => {
  const { home } = await makeAdmin(freshServer);
  await page.goto(`${home}/me/security`);
  await signIn(page);
  await expect(page.getByText('Your password alone opens your account.')).toBeVisible();
  await expectAccessible(page);
  const { secret, codes } = await addApp(page);
  await expect(page.getByText('10 codes are left.')).toBeVisible();
  await expectAccessible(page);

  await leave(page);
  await page.goto(`${home}/`);
  await signIn(page);
  await expect(page.getByRole('heading', { name: 'Second factor' })).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('Code', { exact: true }).fill('000000');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByText('Is wrong, expired or already used')).toBeVisible();
  letCodePass(freshServer);
  await page.getByLabel('Code', { exact: true }).fill(readCode(secret));
  await page.getByLabel('Remember this browser').check();
  await page.getByRole('button', { name: 'Sign in' }).click();
  await isIn(page);

  // a remembered browser asks for the password only
  await leave(page);
  await page.goto(`${home}/me/security`);
  await signIn(page);
  await expect(page.getByText('To make changes here, confirm with your second factor first.')).toBeVisible();
  await page.getByRole('button', { name: /^Forget / }).click();
  await expect(page.getByRole('heading', { name: 'Remembered browsers' })).toBeHidden();

  await leave(page);
  await page.goto(`${home}/me/security`);
  await signIn(page);
  await page.getByLabel('Code', { exact: true }).fill(codes[0] ?? '');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByText('9 codes are left.')).toBeVisible();

  // an old session confirms first
  change(freshServer, 'update "session" set "createdAt" = "createdAt" - 3600000, "factorAt" = "factorAt" - 3600000');
  await page.reload();
  await expect(page.getByRole('button', { name: 'Remove app' })).toBeDisabled();
  await page.getByRole('button', { name: 'Confirm' }).click();
  letCodePass(freshServer);
  await page.getByRole('dialog').getByLabel('Code', { exact: true }).fill(readCode(secret));
  await page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click();
  const remove = page.getByRole('button', { name: 'Remove app' });
  await remove.click();
  const asking = page.getByRole('dialog', { name: 'Remove the authenticator app?' });
  await asking.getByRole('button', { name: 'Cancel' }).click();
  await expect(asking).toBeHidden();
  await expect(remove).toBeFocused();
  await remove.click();
  await asking.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(page.getByText('Your password alone opens your account.')).toBeVisible();
});

test('a passkey is a second factor, signs in alone, and confirms', async ({ page, freshServer }) => {
  const { home } = await makeAdmin(freshServer);
  await addAuthenticator(page);
  // the authenticator would choose the passkey in the menu of the field at once
  await page.addInitScript(() => {
    PublicKeyCredential.isConditionalMediationAvailable = async () => Promise.resolve(false);
  });
  await page.goto(`${home}/me/security`);
  await signIn(page);
  await page.getByRole('button', { name: 'Add passkey' }).click();
  await page.getByLabel('Name').fill('My laptop');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')).toHaveCount(10);
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByText('My laptop')).toBeVisible();
  await expectAccessible(page);

  await leave(page);
  await page.goto(`${home}/`);
  await signIn(page);
  await expect(page.getByRole('heading', { name: 'Second factor' })).toBeVisible();
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await isIn(page);

  await leave(page);
  await page.goto(`${home}/me/security`);
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await expect(page.getByText('My laptop')).toBeVisible();

  // a key for an app outlasts the session, so an old session confirms first
  change(freshServer, 'update "session" set "createdAt" = "createdAt" - 3600000, "factorAt" = "factorAt" - 3600000');
  await page.goto(`${home}/me/keys`);
  await page.getByRole('button', { name: 'Create API key' }).click();
  await page.getByLabel('Name').fill('Kobo');
  await page.getByRole('button', { name: 'Create key' }).click();
  await page
    .getByRole('dialog', { name: 'Confirm that it is you' })
    .getByRole('button', { name: 'Use a passkey' })
    .click();
  await expect(page.getByRole('img', { name: 'QR code of the key for “Kobo”' })).toBeVisible();
  await expect(page.getByRole('img', { name: `QR code of the address ${home}` })).toBeVisible();
  await expect(page.getByLabel('Address', { exact: true })).toHaveValue(home);
  await expectAccessible(page);
});

test('a passkey is made in the forced set-up, and offered in the field for the name', async ({ page, freshServer }) => {
  const { home, headers } = await makeAdmin(freshServer);
  const { url } = freshServer;
  const bob = { username: 'bob', password: 'the password of bob' };
  await call(url, 'createUser', { headers, body: { ...bob, role: 'maintainer' } });
  const body = { value: ['maintainer'] };
  await call(url, 'updateSetting', { headers, params: { key: 'auth.second_factor_roles' }, body });
  await addAuthenticator(page);
  await page.goto(`${home}/`);
  await enterAs(page, bob);
  await page.getByRole('button', { name: 'Add passkey' }).click();
  await expect(page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')).toHaveCount(10);
  await page.getByRole('button', { name: 'Continue' }).click();
  await isIn(page);

  // the authenticator says yes by itself, as a user who chooses the passkey in the menu of the field
  await leave(page);
  await page.addInitScript(() => {
    const get = navigator.credentials.get.bind(navigator.credentials);
    navigator.credentials.get = async (options) => {
      document.documentElement.dataset['mediation'] = options?.mediation;
      return get(options);
    };
  });
  await page.goto(`${home}/`);
  await isIn(page);
  await expect(page.locator('html')).toHaveAttribute('data-mediation', 'conditional');
});

test('a role that needs a second factor sets it up at sign-in, and an admin removes a lost one', async ({
  page,
  freshServer,
}) => {
  const { home, headers } = await makeAdmin(freshServer);
  const { url } = freshServer;
  const bob = { username: 'bob', password: 'the password of bob' };
  const { id } = await call(url, 'createUser', { headers, body: { ...bob, role: 'maintainer' } });
  const body = { value: ['maintainer'] };
  await call(url, 'updateSetting', { headers, params: { key: 'auth.second_factor_roles' }, body });
  const enter = async (): Promise<void> => enterAs(page, bob);
  await page.goto(`${home}/`);
  await enter();
  await expect(page.getByRole('heading', { name: 'Set up a second factor' })).toBeVisible();
  const secret = await page.getByLabel('Key').inputValue();
  await expectAccessible(page);
  await page.getByLabel('Code', { exact: true }).fill(readCode(secret));
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')).toHaveCount(10);
  await page.getByRole('button', { name: 'Continue' }).click();
  await isIn(page);

  await leave(page);
  await page.goto(`${home}/admin/users/${id}`);
  await signIn(page);
  await page.getByRole('button', { name: 'Remove second factor' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByText('Second factor of bob removed')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Remove second factor' })).toBeHidden();
  await leave(page);
  await page.goto(`${home}/`);
  await enter();
  await expect(page.getByRole('heading', { name: 'Set up a second factor' })).toBeVisible();
});
