import { call } from '@lectern/contract/client';
import { expect } from '@playwright/test';
import { newScannedTest } from './scanned-test.ts';
import type { WrittenShelf } from './write-shelf.ts';

interface Fixtures {
  /** Opens an unread book in a browser and waits for its reader. */
  readonly read: (file: string, query?: string) => Promise<void>;
}

/** A scanned shelf whose books can be opened in their readers. */
export function newReadingTest(makeShelf: () => Promise<WrittenShelf>) {
  return newScannedTest(makeShelf).extend<Fixtures>({
    read: async ({ page, library }, use) => {
      await use(async (file, query = '') => {
        await call(library.url, 'deleteProgress', {
          params: { id: library.getBookId(file) },
          headers: library.headers,
        });
        await page.goto(`/read/${library.getBookId(file)}${query}`);
        await expect(page.getByRole('main', { name: /^Reading / })).toBeVisible();
      });
    },
  });
}
