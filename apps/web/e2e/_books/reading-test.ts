import { call } from '@lectern/contract/client';
import { test as base, expect } from '@playwright/test';
import { startServer } from '../_harness/server.ts';
import type { WrittenShelf } from './write-shelf.ts';

interface Library {
  readonly url: string;
  /** For calls as the administrator. */
  readonly headers: { readonly authorization: string };
  /** Id of a book by the name of its file. */
  readonly idOf: (file: string) => string;
}

interface Fixtures {
  /** Signs the browser in as the administrator. */
  readonly signedIn: undefined;
  /** Opens a book of which nothing is read yet, in a browser, and waits for its reader. */
  readonly read: (file: string, query?: string) => Promise<void>;
}

const ACCOUNT = { username: 'anna', password: 'a long password' };

/** Playwright's `test` with one server and one scanned shelf for all tests of a worker, and a browser that is signed in. */
export function newReadingTest(makeShelf: () => Promise<WrittenShelf>) {
  return base.extend<Fixtures, { library: Library }>({
    library: [
      async ({}, use) => {
        await using shelf = await makeShelf();
        await using server = await startServer(['--library', shelf.path]);
        const { access_token: token } = await call(server.url, 'initializeSetup', { body: ACCOUNT });
        const headers = { authorization: `Bearer ${token}` };
        const list = async () => (await call(server.url, 'listBooks', { headers, query: { pageSize: 50 } })).data;
        await expect
          .poll(async () => (await list()).filter(({ analyzed }) => analyzed).length, { timeout: 30_000 })
          .toBe(shelf.bookCount);
        const ids = new Map((await list()).map(({ path, id }) => [path.split('/').at(-1), id]));
        await use({ url: server.url, headers, idOf: (file) => ids.get(file) ?? '' });
      },
      { scope: 'worker' },
    ],
    baseURL: async ({ library }, use) => use(library.url),
    signedIn: [
      async ({ page }, use) => {
        await page.request.post('/api/v1/auth/login', { data: ACCOUNT });
        await use(undefined);
      },
      { auto: true },
    ],
    read: async ({ page, library }, use) => {
      await use(async (file, query = '') => {
        await call(library.url, 'deleteProgress', { params: { id: library.idOf(file) }, headers: library.headers });
        await page.goto(`/read/${library.idOf(file)}${query}`);
        await expect(page.getByRole('main', { name: /^Reading / })).toBeVisible();
      });
    },
  });
}
