import { expectAccessible, expectAccessibleInBoth } from './_books/expect-accessible.ts';
import { createAccount } from './_books/first-steps.ts';
import { expect, test } from './_harness/test.ts';

test('an empty home page stays on screen while the server is away', async ({ page, freshServer }) => {
  await createAccount(page);
  await page.getByRole('button', { name: 'Skip for now' }).click();
  const empty = page.getByRole('heading', { name: 'No libraries yet' });
  await expect(empty).toBeVisible();
  await expectAccessibleInBoth(page);
  await page.getByRole('link', { name: 'Add library' }).click();
  await expect(page.getByRole('dialog', { name: 'Add library' })).toBeVisible();
  await page.goBack();
  await expect(empty).toBeVisible();

  await freshServer[Symbol.asyncDispose]();
  await expect(page.getByText('The server does not answer.')).toBeVisible();
  await expect(empty).toBeVisible();
  await expectAccessible(page);
});

test('a session that ended elsewhere leads an open page to the login', async ({ page }) => {
  await createAccount(page);
  await page.getByRole('button', { name: 'Skip for now' }).click();
  await expect(page.getByRole('heading', { name: 'No libraries yet' })).toBeVisible();
  await page.context().clearCookies();
  const login = page.getByRole('heading', { name: 'Sign in to Lectern' });
  const you = page.getByRole('link', { name: 'You', exact: true }).or(page.getByRole('link', { name: 'anna' }));
  // A request of the page may find the ended session first and remove the link before the click.
  await Promise.race([you.click(), expect(login).toBeVisible()]);
  await expect(login).toBeVisible();
});
