import { expect, type Page } from '@playwright/test';
import { expectAccessible } from './expect-accessible.ts';
import { chooseFolder, createAccount, signIn } from './first-steps.ts';
import type { Shelf } from './make-shelf.ts';

/** Opens a book of the home page, and waits until its page shows and the place is kept. */
export async function readFirstBook(page: Page): Promise<void> {
  // Leaving the page would cancel the request.
  const kept = page.waitForResponse((response) => response.request().method() === 'PUT');
  await page.getByRole('link', { name: 'Read: Lighthouse 01' }).first().click();
  const picture = page.locator('main img, main canvas').first();
  await expect(picture).toBeVisible();
  await expect
    .poll(async () =>
      picture.evaluate((shown) => (shown instanceof HTMLImageElement ? shown.naturalWidth : shown.clientWidth)),
    )
    .toBeGreaterThan(0);
  await kept;
}

/**
 * What a new user does at an address: the setup, a page of a book, a live event, an address that is opened directly, and the
 * way out and in.
 * @param home address of the web app, with a slash at the end
 * @param code from the console, which the server asks for through a proxy
 */
export async function takeWholeJourney(page: Page, home: string, shelf: Shelf, code = ''): Promise<void> {
  await createAccount(page, home, code);
  await chooseFolder(page, shelf.path);
  await expect(page).toHaveURL(home);
  const books = page.getByRole('region', { name: 'Recently added books' }).getByRole('article');
  await expect(books).toHaveCount(shelf.bookCount);
  await expect(books.locator('img').first()).toHaveJSProperty('complete', true);
  await expectAccessible(page);

  await readFirstBook(page);

  await page.goto(`${home}libraries`);
  await expect(page.getByRole('heading', { name: 'Libraries', level: 1 })).toBeVisible();
  // Without a live event the page keeps what it shows.
  await page.evaluate(async (address) => {
    const answer = await fetch(`${address}api/v1/libraries`);
    const { data } = (await answer.json()) as { data: { id: string }[] };
    const [library] = data;
    await fetch(`${address}api/v1/libraries/${library?.id ?? ''}`, {
      method: 'PATCH',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'Renamed elsewhere' }),
    });
  }, home);
  await expect(page.getByText('Renamed elsewhere').first()).toBeVisible();

  await page.goto(`${home}me`);
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page).toHaveURL(new RegExp(`^${home}login`));
  await page.goto(`${home}libraries`);
  await expect(page).toHaveURL(new RegExp(`^${home}login`));
  await signIn(page);
  await expect(page).toHaveURL(`${home}libraries`);
  await expect(page.getByText('Renamed elsewhere').first()).toBeVisible();
}
