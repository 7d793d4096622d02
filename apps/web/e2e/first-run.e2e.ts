import { join } from 'node:path';
import { ACCOUNT, chooseFolder, createAccount, untickFolders } from './_books/first-steps.ts';
import { expectAccessible } from './_books/expect-accessible.ts';
import { makeShelf } from './_books/make-shelf.ts';
import { readFirstBook } from './_books/whole-journey.ts';
import { readSetupCode } from './_harness/server.ts';
import { expect, test } from './_harness/test.ts';
import { onBoth } from './_harness/on-both.ts';

onBoth(test, () => {
  test('the setup leads a new admin from an empty data directory to the first page of a book', async ({ page }) => {
    await using shelf = await makeShelf();

    await page.goto('/');
    await expect(page).toHaveURL(/\/setup$/);
    await createAccount(page);
    await expectAccessible(page);
    await chooseFolder(page, shelf.path);

    // the home page fills while the scan runs
    await expect(page).toHaveURL(/\/$/);
    const newBooks = page.getByRole('region', { name: 'Recently added books' });
    await expect(newBooks.getByRole('article')).toHaveCount(6);
    await expect(newBooks.getByRole('link', { name: 'Read: Lighthouse 01' })).toBeVisible();
    await expect(newBooks.locator('img').first()).toHaveJSProperty('complete', true);
    await expectAccessible(page);

    await readFirstBook(page);
    await expect(page).toHaveURL(/\/read\//);

    // and the home page offers to continue there
    await page.goto('/');
    await expect(page.getByRole('region', { name: 'Where you left off' })).toContainText('Lighthouse 01');
  });
});

test('a library that is refused leaves the one before it as it was made', async ({ page }) => {
  await using shelf = await makeShelf();
  await createAccount(page);
  await untickFolders(page);
  const folders = page.getByRole('group', { name: 'Folders to read' });
  for (const [name, found] of [
    ['Lighthouse', '3 series with 3 books'],
    ['Quiet Planet', '2 series with 2 books'],
  ] as const) {
    await page.getByRole('button', { name: /^(Choose a|Add another) folder$/ }).click();
    await page.getByLabel('Path').fill(join(shelf.path, name));
    await page.getByRole('button', { name: 'Use this folder' }).click();
    await expect(folders.getByText(found)).toBeVisible();
  }
  await page.route('**/api/v1/libraries', async (route) =>
    String(route.request().postData()).includes('Quiet Planet')
      ? route.fulfill({ status: 409, json: { error: 'Conflict', message: 'Quiet Planet is refused', details: null } })
      : route.continue(),
  );
  const asked: unknown[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/preview-scan')) asked.push((request.postDataJSON() as { path: unknown }).path);
  });
  await page.getByRole('button', { name: 'Start' }).click();
  await expect(page.getByText('Quiet Planet is refused')).toBeVisible();
  // another kind would need another preview
  await folders.getByLabel('Kind').first().selectOption('Books');
  await page.unroute('**/api/v1/libraries');
  await page.getByRole('button', { name: 'Start' }).click();
  await expect(page).toHaveURL(/\/$/);
  expect(asked).not.toContain(join(shelf.path, 'Lighthouse'));
});

test('the setup on another device asks for the code from the console', async ({ page, freshServer }) => {
  await page.setExtraHTTPHeaders({ 'x-forwarded-for': '203.0.113.9' });
  await page.goto('/');
  await page.getByLabel('User name').fill(ACCOUNT.username);
  await page.getByLabel('Password', { exact: true }).fill(ACCOUNT.password);
  const code = page.getByLabel('Setup code');
  const create = page.getByRole('button', { name: 'Create account' });
  await code.fill('ABCD-EFGH');
  await create.click();
  await expect(page.getByText('Is wrong. The console and the log of the server show it')).toBeVisible();
  await expectAccessible(page);
  const shown = await readSetupCode(freshServer);
  await code.fill(shown.toLowerCase());
  await create.click();
  await expect(page.getByRole('heading', { name: 'Where are your books?' })).toBeVisible();
});
