import { call } from '@lectern/contract/client';
import { expect } from '@playwright/test';
import { newScannedTest, type ScannedLibrary } from './scanned-test.ts';
import type { WrittenShelf } from './write-shelf.ts';

interface Fixtures {
  /** Opens an unread book in a browser and waits for its reader. */
  readonly read: (file: string, query?: string) => Promise<void>;
}

/** Resets direction, layout and profile of the series of a book. */
export async function forgetChoices({ url, headers, getBookId }: ScannedLibrary, file: string): Promise<void> {
  const { book } = await call(url, 'getBook', { headers, params: { id: getBookId(file) } });
  const body = { scope: 'series', targetId: book.seriesId, profileId: null, settings: null } as const;
  await call(url, 'chooseReadingProfile', { headers, body });
}

/** A scanned shelf whose books can be opened in their readers. */
export function newReadingTest(makeShelf: () => Promise<WrittenShelf>) {
  return newScannedTest(makeShelf).extend<Fixtures>({
    read: async ({ page, library }, use) => {
      const forgotten = new Set<string>();
      await use(async (file, query = '') => {
        await call(library.url, 'deleteProgress', {
          params: { id: library.getBookId(file) },
          headers: library.headers,
        });
        // choices of an earlier test; a test may read a book twice
        if (!forgotten.has(file)) await forgetChoices(library, file);
        forgotten.add(file);
        await page.goto(`/read/${library.getBookId(file)}${query}`);
        await expect(page.getByRole('main', { name: /^Reading / })).toBeVisible();
      });
    },
  });
}
