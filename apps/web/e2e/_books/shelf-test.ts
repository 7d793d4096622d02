import { expect, test as base } from '../_harness/test.ts';
import { chooseFolder, createAccount } from './first-steps.ts';
import { makeShelf, type Shelf } from './make-shelf.ts';

interface ShelfFixtures {
  /** A shelf that was set up and scanned, with the page at home. */
  readonly shelf: Shelf;
}

/** Playwright's `test`, with a server of its own and a small shelf on it. */
export const test = base.extend<ShelfFixtures>({
  shelf: async ({ page }, use) => {
    const shelf = await makeShelf();
    await createAccount(page);
    await chooseFolder(page, shelf.path);
    await expect(page.getByRole('link', { name: 'Read: Lighthouse 01' })).toBeVisible({ timeout: 30_000 });
    await use(shelf);
    await shelf[Symbol.asyncDispose]();
  },
});

export { expect } from '../_harness/test.ts';
