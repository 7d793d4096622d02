import { expectAccessible, expectNarrow } from './_books/expect-accessible.ts';
import { makeShelf } from './_books/make-shelf.ts';
import { newScannedTest } from './_books/scanned-test.ts';
import { expect } from './_books/shelf-test.ts';

const test = newScannedTest(makeShelf);

test('an admin invites by a link, and a guest makes an account with it once', async ({ page, browser }) => {
  await page.goto('/admin/users');
  await page.getByRole('button', { name: 'Invite people' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('For whom (optional)').fill('For Ann');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Create link' }).click();
  const link = await dialog.getByLabel('Invitation link').inputValue();
  expect(link).toMatch(/\/join#[\w-]{43}$/);
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByRole('listitem').filter({ hasText: 'For Ann' })).toBeVisible();
  await expectNarrow(page);

  const context = await browser.newContext();
  const guest = await context.newPage();
  await guest.goto(link);
  await expect(guest).toHaveURL(/\/join$/);
  await guest.getByLabel('User name').fill('ann');
  await guest.getByLabel('Password', { exact: true }).fill('a long password');
  await guest.getByRole('button', { name: 'Create account' }).click();
  await expect(guest.getByRole('navigation').first()).toBeVisible();
  await expect(guest).not.toHaveURL(/join/);
  await context.close();

  const late = await browser.newContext();
  const second = await late.newPage();
  await second.goto(link);
  await expect(second.getByRole('heading', { name: 'This link no longer works' })).toBeVisible();
  await late.close();
});
