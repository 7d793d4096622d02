import { test as base, expect } from '@playwright/test';
import { expectAccessibleInBoth } from './_books/expect-accessible.ts';
import { watchComplaints } from './_harness/check-page.ts';
import { type RunningServer, startServer } from './_harness/server.ts';
import { onBoth } from './_harness/on-both.ts';

/** A test with one server without setup. */
const test = base.extend<object, { untouched: RunningServer }>({
  untouched: [
    async ({}, use) => {
      await using server = await startServer();
      await use(server);
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ untouched }, use) => use(untouched.url),
});

test.describe('a server without an account', () => {
  onBoth(test, () => {
    test('every address asks a visitor for a name and a password', async ({ page }) => {
      const complaints = watchComplaints(page);
      await page.goto('/book/0199-not-there');
      await expect(page).toHaveURL(/\/setup/);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expectAccessibleInBoth(page);
      expect(complaints).toEqual([]);
    });
  });

  test('the setup asks for nothing else and explains invalid input', async ({ page }) => {
    await page.goto('/');
    await expect(page).toHaveURL(/\/setup/);
    await expect(page.getByRole('textbox')).toHaveCount(2);
    await page.getByLabel('User name').fill('anna');
    await page.getByLabel('Password', { exact: true }).fill('short');
    await page.getByRole('button', { name: 'Create account' }).click();
    await expect(page.getByText('Must have at least 8 characters')).toBeVisible();
    await page.getByRole('button', { name: 'Show password' }).click();
    await expect(page.getByLabel('Password', { exact: true })).toHaveValue('short');
    await expect(page.getByLabel('Password', { exact: true })).toHaveAttribute('type', 'text');
  });
});
