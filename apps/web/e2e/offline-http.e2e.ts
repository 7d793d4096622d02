import { expectAccessibleInBoth } from './_books/expect-accessible.ts';
import { signIn } from './_books/first-steps.ts';
import { makeReadingShelf } from './_books/make-reading-shelf.ts';
import { newScannedTest } from './_books/scanned-test.ts';
import { expect } from './_books/shelf-test.ts';

/** Browsers trust plain http on the machine itself, so the page comes from another name. */
const NAME = 'lectern.test';

const test = newScannedTest(makeReadingShelf).extend({
  launchOptions: [
    async ({ launchOptions }, use) => {
      const args = [...(launchOptions.args ?? []), `--host-resolver-rules=MAP ${NAME} 127.0.0.1`];
      await use({ ...launchOptions, args });
    },
    { scope: 'worker' },
  ],
});

test.use({ serviceWorkers: 'allow' });

test('over plain http the page says why nothing can be kept, and everything else works', async ({ page, library }) => {
  const home = library.url.replace('127.0.0.1', NAME);
  await page.goto(`${home}/login`);
  await signIn(page);
  await expect(page.getByRole('navigation').first()).toBeVisible();
  await page.goto(`${home}/book/${library.getBookId('Lanterns 02.cbz')}`);
  await page.getByRole('button', { name: 'Keep offline' }).click();
  await expect(page).toHaveURL(`${home}/me/offline`);
  await expect(page.getByText('This page came over plain http')).toBeVisible();
  await expectAccessibleInBoth(page);
});
