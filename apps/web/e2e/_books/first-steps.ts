import { expect, type Page } from '@playwright/test';

/** The admin account of every test. */
export const ACCOUNT = { username: 'anna', password: 'a long password' };

/**
 * Creates the first account on the setup page.
 * @param home address of the web app
 * @param code from the console, which the server asks other devices for
 */
export async function createAccount(page: Page, home = '/', code = ''): Promise<void> {
  await page.goto(home);
  await expect(page.getByRole('heading', { name: 'Welcome to Lectern' })).toBeVisible();
  await page.getByLabel('User name').fill(ACCOUNT.username);
  await page.getByLabel('Password', { exact: true }).fill(ACCOUNT.password);
  if (code !== '') await page.getByLabel('Setup code').fill(code);
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByRole('heading', { name: 'Where are your books?' })).toBeVisible();
}

/** Selects none of the folders that the machine suggests. */
export async function untickFolders(page: Page): Promise<void> {
  await expect(page.getByText('Looking for folders with books')).toBeHidden();
  const ticked = page.getByRole('checkbox', { checked: true });
  while ((await ticked.count()) > 0) await ticked.first().uncheck();
}

/** Selects exactly one folder and continues. */
export async function chooseFolder(page: Page, path: string): Promise<void> {
  await untickFolders(page);
  await page.getByRole('button', { name: /^(Choose a|Add another) folder$/ }).click();
  const picker = page.getByRole('dialog', { name: 'Choose a folder on the server' });
  await picker.getByLabel('Path').fill(path);
  await picker.getByRole('button', { name: 'Open', exact: true }).click();
  await expect(picker.getByRole('button', { name: 'Lighthouse' })).toBeVisible();
  await picker.getByRole('button', { name: 'Use this folder' }).click();
  const card = page.getByRole('group', { name: 'Folders to read' });
  await expect(card.getByText(/series with \d+ books/)).toBeVisible();
  await page.getByRole('button', { name: 'Start' }).click();
}

export async function signIn(page: Page, password = ACCOUNT.password): Promise<void> {
  await enterAs(page, { ...ACCOUNT, password });
}

/** Signs in on the sign-in page, beside buttons of providers. */
export async function enterAs(
  page: Page,
  { username, password }: { readonly username: string; readonly password: string },
): Promise<void> {
  await page.getByLabel('User name or e-mail').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}
