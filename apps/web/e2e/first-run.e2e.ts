import { chooseFolder, createAccount } from './_books/first-steps.ts';
import { expectAccessible } from './_books/expect-accessible.ts';
import { makeShelf } from './_books/make-shelf.ts';
import { expect, test } from './_harness/test.ts';

test('leads from an empty data directory to the first page of a book', async ({ page }) => {
  await using shelf = await makeShelf();

  await page.goto('/');
  await expect(page).toHaveURL(/\/setup$/);
  await expectAccessible(page);
  await createAccount(page);
  await expectAccessible(page);
  await chooseFolder(page, shelf.path);

  // home fills by itself while the scan runs
  await expect(page).toHaveURL(/\/$/);
  const newBooks = page.getByRole('region', { name: 'Recently added books' });
  await expect(newBooks.getByRole('article')).toHaveCount(6, { timeout: 30_000 });
  const read = newBooks.getByRole('link', { name: 'Read: Lighthouse 01' });
  await expect(read).toBeVisible({ timeout: 30_000 });
  await expect(newBooks.locator('img').first()).toHaveJSProperty('complete', true);
  await expectAccessible(page);

  await read.click();
  await expect(page).toHaveURL(/\/read\//);
  const picture = page.locator('main img, main canvas').first();
  await expect(picture).toBeVisible();
  await expect
    .poll(async () =>
      picture.evaluate((shown) => (shown instanceof HTMLImageElement ? shown.naturalWidth : shown.clientWidth)),
    )
    .toBeGreaterThan(0);

  // and what was read is where reading goes on
  await page.goto('/');
  await expect(page.getByRole('region', { name: 'Where you left off' })).toContainText('Lighthouse 01');
});

test('asks for nothing but a name and a password, and says what is wrong with them', async ({ page }) => {
  await page.goto('/setup');
  await expect(page.getByRole('textbox')).toHaveCount(2);
  await page.getByLabel('User name').fill('anna');
  await page.getByLabel('Password', { exact: true }).fill('short');
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByText('Must have at least 8 characters')).toBeVisible();
  await page.getByRole('button', { name: 'Show password' }).click();
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue('short');
  await expect(page.getByLabel('Password', { exact: true })).toHaveAttribute('type', 'text');
});

test('shows an empty home with the one button that fills it', async ({ page }) => {
  await createAccount(page);
  await page.getByRole('button', { name: 'Skip for now' }).click();
  await expect(page.getByRole('heading', { name: 'Your shelf is empty' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Add a library' }).click();
  await expect(page.getByRole('dialog', { name: 'Add a library' })).toBeVisible();
  await expectAccessible(page);
});
