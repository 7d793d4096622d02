import { call } from '@lectern/contract/client';
import { expect, test } from './_books/accounts-test.ts';
import { expectAccessible, expectAccessibleInBoth, expectFits } from './_books/expect-accessible.ts';
import { ACCOUNT, signIn } from './_books/first-steps.ts';
import { holdAnswers } from './_books/hold-answers.ts';
import { onBoth } from './_harness/on-both.ts';

const SIGN_IN = { name: 'Sign in to Lectern' };

test('a visitor registers, confirms the address and chooses a new password by mail', async ({ page, mailing }) => {
  const { url, headers, box } = mailing;
  await page.goto('/register');
  await expect(page.getByRole('heading', { name: 'You cannot create an account here' })).toBeVisible();
  const updates = ['auth.registration_enabled', 'auth.email_verification_required'].map((key) => ({
    key,
    value: true,
  }));
  await call(url, 'updateSettings', { headers, body: { updates } });

  const carl = { name: 'carl', address: 'carl@example.org', password: 'the first password' };
  await page.goto('/login');
  await page.getByRole('link', { name: 'Create an account' }).click();
  await page.getByLabel('User name').fill(carl.name);
  await page.getByLabel('E-mail').fill(carl.address);
  await page.getByLabel('Password', { exact: true }).fill('short');
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByText('Must have at least 8 characters')).toBeVisible();
  await expectAccessibleInBoth(page);
  await page.getByLabel('Password', { exact: true }).fill('Password123');
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByText('Must not be a common password, because attackers try those first')).toBeVisible();
  await page.getByLabel('Password', { exact: true }).fill(carl.password);
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByRole('heading', { name: 'Check your mail' })).toBeVisible();

  // the account is unusable until the address is confirmed, and the page says so
  const enter = async (password: string) => {
    await page.getByLabel('User name or e-mail').fill(carl.name);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Sign in' }).click();
  };
  await page.getByRole('link', { name: 'Sign in' }).click();
  await enter(carl.password);
  await expect(page.getByText('Confirm your e-mail address first')).toBeVisible();
  const link = await box.linkTo(carl.address);
  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'Your address is confirmed' })).toBeVisible();
  await expect(page).toHaveURL(/\/verify-email$/);
  await page.getByRole('link', { name: 'Sign in' }).click();
  await enter(carl.password);
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'This link no longer works' })).toBeVisible();

  await page.context().clearCookies();
  await page.goto('/login');
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await page.getByLabel('E-mail').fill(carl.address);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Send me a link' }).click();
  await expect(page.getByRole('heading', { name: 'Check your mail' })).toBeVisible();
  await page.goto(await box.linkTo(carl.address));
  await expect(page).toHaveURL(/\/reset-password$/);
  await page.getByLabel('New password', { exact: true }).fill('the second password');
  await page.getByLabel('Revoke all API keys too').check();
  await page.getByRole('button', { name: 'Set password' }).click();
  await expect(page.getByRole('heading', { name: 'Password changed' })).toBeVisible();
  await expect(page.getByText('Your API keys are revoked.')).toBeVisible();
  await page.getByRole('link', { name: 'Sign in' }).click();
  await enter('the second password');
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
});

onBoth(test, () => {
  test('a user creates an API key, sees it once and revokes it', async ({ page, mailing }) => {
    const { url, ageSessions } = mailing;
    await page.goto('/me/keys');
    await signIn(page);
    await expect(page).toHaveURL(/\/me\/keys$/);
    await expect(page.getByRole('heading', { name: 'No API keys yet' })).toBeVisible();
    await page.getByRole('button', { name: 'Create API key' }).click();
    await page.getByLabel('Name').fill('Kobo');
    await page.getByRole('radio', { name: 'Custom' }).check();
    await page.getByRole('button', { name: 'Create key' }).click();
    await expect(page.getByText('Choose at least one permission')).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('radio', { name: 'OPDS and reader apps' }).check();
    await page.getByLabel('Expires').selectOption('In 90 days');
    // an old session must enter the password again
    ageSessions();
    const make = page.getByRole('button', { name: 'Create key' });
    await make.click();
    const present = page.getByLabel('Current password');
    await expect(present).toBeFocused();
    await expect(page.getByText('Is needed, because you signed in more than five minutes ago')).toBeVisible();
    await expectAccessible(page);
    await present.fill('a wrong password');
    await make.click();
    await expect(page.getByText('Is not your password')).toBeVisible();
    await present.fill(ACCOUNT.password);
    await make.click();
    const shown = page.getByRole('dialog', { name: 'Your key for “Kobo”' });
    const key = await shown.getByLabel('API key').inputValue();
    const ask = async () => (await fetch(`${url}/api/v1/books`, { headers: { 'x-api-key': key } })).status;
    expect(await ask()).toBe(200);
    // Escape must not close what cannot be shown again
    await page.keyboard.press('Escape');
    await expect(shown).toBeVisible();
    await expectAccessibleInBoth(page);
    await shown.getByRole('button', { name: 'Done' }).click();
    const row = page.getByRole('listitem').filter({ hasText: 'Kobo' });
    await expect(row).toContainText('OPDS and reader apps · Browse, read, and save progress.');
    await expect(row).toContainText(/Created .* Expires/);
    expect(await page.content()).not.toContain(key);
    await expectFits(page);

    const choose = async (item: string) => {
      await page.getByRole('button', { name: 'Actions for Kobo' }).click();
      await page.getByRole('menuitem', { name: item }).click();
    };
    await choose('Edit');
    await expect(page.getByLabel('Expires')).toContainText('As now:');
    await page.getByRole('radio', { name: 'Read only' }).check();
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(row).toContainText('Read only');
    await choose('Switch off');
    await expect(row).toContainText('Off');
    await expect.poll(ask).toBe(401);
    await choose('Switch on');
    await expect(page.getByText('“Kobo” works again')).toBeVisible();
    await expect.poll(ask).toBe(200);
    await choose('Revoke');
    await page.getByRole('button', { name: 'Revoke key' }).click();
    await expect(page.getByRole('heading', { name: 'No API keys yet' })).toBeVisible();
    await expect.poll(ask).toBe(401);
  });
});

test('the browser renews an expired session once for all tabs, and returns after a new login', async ({
  page,
  mailing,
}) => {
  const { url, box } = mailing;
  const token = async () => (await call(url, 'login', { body: ACCOUNT })).access_token;
  const elsewhere = { authorization: `Bearer ${await token()}` };
  await page.goto('/me/devices');
  await signIn(page);
  const sessions = page.getByRole('listitem').filter({ hasText: 'Signed in' });
  await expect(sessions.filter({ hasText: 'This device' })).toBeVisible();
  await expectAccessibleInBoth(page);
  await page.getByRole('button', { name: 'Sign out everywhere else' }).click();
  await page.getByRole('button', { name: /^Sign out \d+ devices?$/ }).click();
  await expect(page.getByText('You are signed out everywhere else')).toBeVisible();
  await expect(call(url, 'getCurrentUser', { headers: elsewhere })).rejects.toMatchObject({ status: 401 });

  await page.getByRole('link', { name: 'Account', exact: true }).click();
  await page.getByRole('button', { name: 'Change name or e-mail' }).click();
  await page.getByRole('textbox', { name: 'E-mail' }).fill('anna@example.org');
  await page.getByLabel('Current password').fill('a wrong password');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Is not your password')).toBeVisible();
  await page.getByLabel('Current password').fill(ACCOUNT.password);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('replaces the old address')).toBeVisible();
  await page.goto(await box.linkTo('anna@example.org'));
  await page.getByRole('link', { name: 'Continue' }).click();
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();

  const other = await page.context().newPage();
  // A page that asks while its cookie goes would renew the session before the two tabs do.
  await page.goto('about:blank');
  let renewals = 0;
  page.context().on('request', (request) => {
    if (request.url().endsWith('/auth/refresh')) renewals += 1;
  });
  await page.context().clearCookies({ name: 'lectern_session' });
  await Promise.all([page.goto('/me/devices'), other.goto('/me')]);
  await expect(sessions.filter({ hasText: 'This device' })).toBeVisible();
  await expect(other.getByRole('button', { name: 'Change password' })).toBeVisible();
  expect(renewals).toBe(1);

  // the session ends elsewhere: both tabs ask for a login, and one login serves both
  const headers = { authorization: `Bearer ${await token()}` };
  await call(url, 'deleteSessions', { headers, query: { includeCurrent: 'true' } });
  await page.reload();
  await expect(page.getByRole('heading', SIGN_IN)).toBeVisible();
  await expect(other.getByRole('heading', SIGN_IN)).toBeVisible();
  await signIn(page);
  await expect(page).toHaveURL(/\/me\/devices$/);
  await expect(other.getByRole('button', { name: 'Change password' })).toBeVisible();
});

test('a submitting form announces it, ignores a second Enter and keeps its input', async ({ page, mailing }) => {
  await page.goto(`${mailing.url}/login`);
  await using held = await holdAnswers(page, '/auth/login');
  const said = page.getByRole('status').filter({ hasText: 'One moment' });
  await page.getByLabel('User name or e-mail').fill(ACCOUNT.username);
  const password = page.getByLabel('Password', { exact: true });
  await password.fill(ACCOUNT.password);
  await expect(said).toHaveCount(0);
  await password.press('Enter');
  await expect(said).toHaveCount(1);
  await expect.poll(() => held.asked).toHaveLength(1);
  await password.press('Enter');
  await expect(password).toHaveValue(ACCOUNT.password);
  expect(held.asked).toHaveLength(1);
  await held.release();
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
});
