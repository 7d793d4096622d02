import { call } from '@lectern/contract/client';
import type { BrowserContext, Page } from '@playwright/test';
import { png } from '../../../fixtures/pictures.ts';
import { writeZip } from '../../../fixtures/zip-writer.ts';
import { keepBook, waitForWorker } from './_books/offline.ts';
import { newScannedTest, type ScannedLibrary } from './_books/scanned-test.ts';
import { expect } from './_books/shelf-test.ts';
import { writeShelf } from './_books/write-shelf.ts';

const LARGE = { width: 2000, height: 3000 } as const;

function comic(width: number, height: number): Buffer {
  return writeZip(
    [1, 2, 3].map((page) => ({ name: `${String(page)}.png`, bytes: png(width, height, page * 40).bytes })),
  );
}

const test = newScannedTest(async () =>
  writeShelf({
    'Lamps/Lamps 01.cbz': comic(40, 60),
    'Lamps/Lamps 02.cbz': comic(40, 60),
    'Lamps/Lamps 03.cbz': comic(40, 60),
    'Murals/Murals 01.cbz': comic(LARGE.width, LARGE.height),
  }),
);

test.use({ serviceWorkers: 'allow' });

const KEPT_HERE = 'It is sent once the server answers';

async function readProgress({ url, headers, getBookId }: ScannedLibrary, file: string) {
  return await call(url, 'getProgress', { headers, params: { id: getBookId(file) } });
}

async function findSeriesId({ url, headers, getBookId }: ScannedLibrary, file: string): Promise<string> {
  return (await call(url, 'getBook', { headers, params: { id: getBookId(file) } })).book.seriesId;
}

async function forget({ url, headers }: ScannedLibrary, seriesId: string): Promise<void> {
  await call(url, 'markManySeriesUnread', { headers, body: { seriesIds: [seriesId] } });
}

/** The browser of the tests refuses to wake workers by itself: this notes what a page asks it for. */
async function noteSyncs(page: Page): Promise<() => Promise<string | null>> {
  await page.addInitScript(() => {
    const { SyncManager: manager } = globalThis as unknown as {
      readonly SyncManager: { readonly prototype: { register: (tag: string) => Promise<void> } };
    };
    manager.prototype.register = async (tag) => {
      localStorage.setItem('test.sync', tag);
      await Promise.resolve();
    };
  });
  return async () => page.evaluate(() => localStorage.getItem('test.sync'));
}

/** Wakes the service worker of a server as the browser does once the device has a network. */
async function wakeWorker(context: BrowserContext, url: string): Promise<void> {
  const elsewhere = await context.newPage();
  const session = await context.newCDPSession(elsewhere);
  const registered = new Promise<string>((resolve) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const own = registrations.find(({ scopeURL }) => scopeURL.startsWith(url));
      if (own !== undefined) resolve(own.registrationId);
    });
  });
  await session.send('ServiceWorker.enable');
  const registrationId = await registered;
  await session.send('ServiceWorker.dispatchSyncEvent', {
    origin: url,
    registrationId,
    tag: 'outbox',
    lastChance: false,
  });
}

async function openMenu(page: Page, item: string): Promise<void> {
  await page.getByRole('button', { name: 'Actions for Lamps' }).click();
  await page.getByRole('menuitem', { name: item }).click();
}

test('a series and chosen books marked without the server keep their time', async ({ page, library }) => {
  const { url, headers, server } = library;
  const seriesId = await findSeriesId(library, 'Lamps 01.cbz');
  await forget(library, seriesId);
  await page.goto(`/series/${seriesId}`);
  await waitForWorker(page);
  const grid = page.getByRole('main');
  await expect(grid.getByRole('article')).toHaveCount(3);
  await openMenu(page, 'Select books');
  await expect(page.getByRole('region', { name: 'Selection' })).toBeVisible();
  await server.stop();
  try {
    await grid.getByRole('checkbox', { name: 'Select Lamps 01' }).check();
    await grid.getByRole('checkbox', { name: 'Select Lamps 02' }).check();
    await page.getByRole('region', { name: 'Selection' }).getByRole('button', { name: 'Mark read' }).click();
    await expect(page.getByText(KEPT_HERE).first()).toBeVisible();
    await page.goto('/me/offline');
    await expect(page.getByText('Marked read')).toHaveCount(1);
    await expect(page.getByText('2 books', { exact: true })).toBeVisible();
  } finally {
    await server.startAgain();
  }
  // Another device read on after the mark. Its place stays, whichever arrives first.
  const params = { id: library.getBookId('Lamps 02.cbz') };
  await call(url, 'saveProgress', { headers, params, body: { currentPage: 2 } });
  await expect.poll(async () => (await readProgress(library, 'Lamps 01.cbz'))?.completed).toBe(true);
  await expect(page.getByText('Marked read')).toHaveCount(0);
  expect(await readProgress(library, 'Lamps 02.cbz')).toMatchObject({ currentPage: 2, completed: false });
  expect(await readProgress(library, 'Lamps 03.cbz')).toBeUndefined();

  await page.goto(`/series/${seriesId}`);
  await expect(grid.getByRole('article')).toHaveCount(3);
  await page.context().setOffline(true);
  await openMenu(page, 'Mark all read');
  await expect(page.getByText(KEPT_HERE).first()).toBeVisible();
  await page.context().setOffline(false);
  await expect.poll(async () => (await readProgress(library, 'Lamps 03.cbz'))?.completed).toBe(true);
  expect((await readProgress(library, 'Lamps 02.cbz'))?.completed).toBe(true);
});

test('what is unsent reaches the server when no page is open', async ({ page, library }) => {
  const { server, url } = library;
  const context = page.context();
  const findSync = await noteSyncs(page);
  await forget(library, await findSeriesId(library, 'Murals 01.cbz'));
  await page.goto(`/book/${library.getBookId('Murals 01.cbz')}`);
  await waitForWorker(page);
  await expect(page.getByRole('button', { name: 'Mark read' })).toBeVisible();
  await server.stop();
  try {
    await page.getByRole('button', { name: 'Mark read' }).click();
    await expect(page.getByText(KEPT_HERE).first()).toBeVisible();
    await expect.poll(findSync).toBe('outbox');
    await page.close();
  } finally {
    await server.startAgain();
  }
  await wakeWorker(context, url);
  await expect.poll(async () => (await readProgress(library, 'Murals 01.cbz'))?.completed).toBe(true);
  const { headers } = library;
  const query = { bookId: library.getBookId('Murals 01.cbz') };
  const { data } = await call(url, 'listReadingSessions', { headers, query });
  expect(data.filter(({ kind }) => kind === 'completed')).toHaveLength(1);
});

test('a mark right after a start without the server is kept, and taken back with the place before it', async ({
  page,
  library,
}) => {
  const { server, url, headers } = library;
  const bookId = library.getBookId('Lamps 01.cbz');
  await call(url, 'saveProgress', { headers, params: { id: bookId }, body: { currentPage: 2 } });
  await keepBook(page, bookId);
  await server.stop();
  try {
    await page.goto(`/book/${bookId}`);
    await page.getByRole('button', { name: 'Mark read' }).click();
    await expect(page.getByText(KEPT_HERE).first()).toBeVisible();
    await expect(page.getByRole('button', { name: 'Mark unread' })).toBeVisible();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByRole('button', { name: 'Mark read' })).toBeVisible();
    await page.goto(`/read/${bookId}`);
    await expect(page.locator('[data-page="2"][data-status="ready"]')).toBeVisible();
    await expect(page.getByTestId('place')).toHaveText('Page 2 of 3');
  } finally {
    await server.startAgain();
  }
});

test('a reading profile chosen without the server outlives the page, and reaches the server', async ({
  page,
  library,
}) => {
  const { server, url, headers } = library;
  const bookId = library.getBookId('Lamps 01.cbz');
  const getChoice = (name: string) => page.getByRole('dialog', { name: 'Settings' }).getByRole('radio', { name });
  const openSettings = async () => {
    await expect(page.locator('[data-page="1"][data-status="ready"]')).toBeVisible();
    await page.keyboard.press('s');
    await expect(page.getByRole('dialog', { name: 'Settings' })).toBeVisible();
  };
  await keepBook(page, bookId);
  await page.goto(`/read/${bookId}?page=1`);
  await openSettings();
  await server.stop();
  try {
    await page.getByLabel('Reading profile').selectOption('Manga');
    await expect(getChoice('Right to left')).toBeChecked();
    // The choice shows before it is stored: another page says when the first may go.
    const elsewhere = await page.context().newPage();
    await elsewhere.goto('/me/offline');
    await expect(elsewhere.getByText('Options of the reader')).toBeVisible();
    await elsewhere.close();
    await page.goto(`/read/${bookId}?page=1`);
    await openSettings();
    await expect(getChoice('Right to left')).toBeChecked();
    await expect(page.getByText('“Manga” is in use, chosen for this series')).toBeVisible();
  } finally {
    await server.startAgain();
  }
  const findChosen = async () => {
    const { choices } = await call(url, 'listReadingProfiles', { headers, query: { bookId } });
    return choices.find(({ scope }) => scope === 'series')?.profileId;
  };
  await expect.poll(findChosen).toBe('manga');
  await expect(getChoice('Right to left')).toBeChecked();
});

test('original pages replace pages for this screen, and show every detail', async ({ page, library }) => {
  const { server } = library;
  const bookId = library.getBookId('Murals 01.cbz');
  await keepBook(page, bookId);
  const countOriginals = async () =>
    page.evaluate(async (id) => {
      const [name = ''] = (await caches.keys()).filter((one) => one.includes('.kept.'));
      const cache = await caches.open(name);
      const pages = (await cache.keys()).filter(({ url }) => url.includes(`${id}/pages/`));
      const answers = await Promise.all(pages.map(async ({ url }) => cache.match(url)));
      return answers.filter((answer) => answer?.headers.has('x-lectern-width') === false).length;
    }, bookId);
  expect(await countOriginals()).toBe(0);
  await page.goto('/me/offline');
  await server.stop();
  try {
    await page.getByLabel('Pages of comics').selectOption('Original pages');
    await page.goto('/');
    // Kept meanwhile, with the pages that are there.
    await expect(page.getByRole('heading', { level: 3, name: 'Murals 01' })).toBeVisible();
  } finally {
    await server.startAgain();
  }
  await expect.poll(countOriginals).toBe(3);
  await server.stop();
  try {
    await page.goto(`/read/${bookId}?page=1`);
    const picture = page.locator('[data-page="1"][data-status="ready"] img');
    await expect(picture).toHaveJSProperty('naturalWidth', LARGE.width);
  } finally {
    await server.startAgain();
  }
});
