import { call } from '@lectern/contract/client';
import type { Page } from '@playwright/test';
import { expectAccessibleInBoth } from './_books/expect-accessible.ts';
import { ACCOUNT, signIn } from './_books/first-steps.ts';
import { makeReadingShelf } from './_books/make-reading-shelf.ts';
import { keepBook, waitForWorker } from './_books/offline.ts';
import { newScannedTest, type ScannedLibrary } from './_books/scanned-test.ts';
import { expect } from './_books/shelf-test.ts';

const test = newScannedTest(makeReadingShelf);

test.use({ serviceWorkers: 'allow' });

async function countKept(page: Page): Promise<number> {
  return await page.evaluate(async () => {
    const names = (await caches.keys()).filter((name) => name.includes('.kept.'));
    const counts = await Promise.all(names.map(async (name) => (await (await caches.open(name)).keys()).length));
    return counts.reduce((sum, count) => sum + count, 0);
  });
}

async function readProgress({ url, headers }: ScannedLibrary, id: string) {
  return await call(url, 'getProgress', { headers, params: { id } });
}

async function forget({ url, headers }: ScannedLibrary, id: string): Promise<void> {
  await call(url, 'deleteProgress', { headers, params: { id } });
}

test('a kept comic is read to its end without the server, which then gets the progress', async ({ page, library }) => {
  const bookId = library.getBookId('Lanterns 01.cbz');
  await forget(library, bookId);
  await keepBook(page, bookId);
  await library.server.stop();
  try {
    // A new start: nothing of the page is in memory.
    await page.goto('/');
    await page.getByRole('link', { name: 'Books on this device' }).click();
    await expect(page.getByRole('heading', { name: 'Storage' })).toBeVisible();
    await page.getByRole('link', { name: 'Lanterns 01' }).click();
    await expect(page.locator('[data-page="1"][data-status="ready"]')).toBeVisible();
    await page.keyboard.press('End');
    await expect(page.locator('[data-page="7"][data-status="ready"]')).toBeVisible();
    await expect(page.getByTestId('place')).toHaveText('Page 7 of 7');
    await page.goto('/me/offline');
    await expect(page.getByRole('heading', { name: 'Not sent yet' })).toBeVisible();
    await expectAccessibleInBoth(page);
  } finally {
    await library.server.startAgain();
  }
  await expect.poll(async () => (await readProgress(library, bookId))?.completed).toBe(true);
  await expect(page.getByRole('heading', { name: 'Not sent yet' })).toBeHidden();
});

test('a kept text is read without the server, and opens there again at its place', async ({ page, library }) => {
  const bookId = library.getBookId('Evenings.epub');
  await forget(library, bookId);
  await keepBook(page, bookId);
  await library.server.stop();
  try {
    await page.goto(`/read/${bookId}`);
    const chapter = page.frameLocator('[data-shown="true"] iframe');
    await expect(page.getByText(/^Page 1 of \d+ in The lamp/)).toBeAttached();
    await expect(chapter.getByRole('heading', { name: 'The lamp' })).toBeAttached();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await expect(page.getByText(/^Page 3 of \d+ in The lamp/)).toBeAttached();
    await page.goto('/me/offline');
    await expect(page.getByText('Your place')).toBeVisible();
    await page.goto(`/read/${bookId}`);
    await expect(page.getByText(/^Page 3 of \d+ in The lamp/)).toBeAttached();
  } finally {
    await library.server.startAgain();
  }
  await expect.poll(async () => (await readProgress(library, bookId))?.currentPage ?? 0).toBeGreaterThan(1);
});

test('a place that another device reached later is not overwritten', async ({ page, library }) => {
  const bookId = library.getBookId('Lanterns 01.cbz');
  await forget(library, bookId);
  await keepBook(page, bookId);
  await page.goto(`/read/${bookId}`);
  await expect(page.locator('[data-page="1"][data-status="ready"]')).toBeVisible();
  await page.context().setOffline(true);
  await page.keyboard.press('ArrowRight');
  await expect(page.locator('[data-page="2"][data-status="ready"]')).toBeVisible();
  await page.goto('/me/offline');
  await expect(page.getByText('Your place')).toBeVisible();
  const { url, headers } = library;
  await call(url, 'saveProgress', { headers, params: { id: bookId }, body: { currentPage: 6 } });
  await page.context().setOffline(false);
  await expect(page.getByText('Your place')).toBeHidden();
  expect((await readProgress(library, bookId))?.currentPage).toBe(6);
  const listReached = async () => {
    const { data } = await call(url, 'listReadingSessions', { headers, query: { bookId } });
    return data.map(({ page: reached }) => reached);
  };
  await expect.poll(listReached).toContain(2);
});

test('the next unread books of a series are kept by themselves', async ({ page, library }) => {
  const { url, headers } = library;
  const [first, second] = ['Lanterns 01.cbz', 'Lanterns 02.cbz'].map(library.getBookId);
  await forget(library, first ?? '');
  const { book } = await call(url, 'getBook', { headers, params: { id: first ?? '' } });
  await page.goto(`/series/${book.seriesId}`);
  await waitForWorker(page);
  await page.getByRole('button', { name: 'Actions for Lanterns' }).click();
  await page.getByRole('menuitem', { name: 'Keep offline' }).click();
  await page.getByLabel('What this device keeps').selectOption({ label: 'The next unread book' });
  await page.getByRole('button', { name: 'Keep', exact: true }).click();
  // The device has the rule once the dialog is closed.
  await expect(page.getByRole('dialog', { name: 'Keep offline' })).toHaveCount(0);
  await page.goto('/me/offline');
  const kept = page.getByRole('link', { name: /^Lanterns 0/ });
  await expect(kept).toHaveText(['Lanterns 01']);
  await call(url, 'markBookRead', { headers, params: { id: first ?? '' } });
  await expect(kept).toHaveText(['Lanterns 02']);
  expect(second).toBeDefined();
  await page.getByRole('button', { name: 'Remove Lanterns', exact: true }).click();
  await expect(kept).toHaveCount(0);
});

test('signing out deletes what was kept', async ({ page, library }) => {
  const bookId = library.getBookId('Lanterns 02.cbz');
  await forget(library, bookId);
  await keepBook(page, bookId);
  expect(await countKept(page)).toBeGreaterThan(4);
  await page.goto('/me');
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await expect.poll(async () => countKept(page)).toBe(0);
  await page.context().setOffline(true);
  await page.goto(`/read/${bookId}`);
  await expect(page.getByText('The server does not answer').first()).toBeVisible();
  await page.context().setOffline(false);
});

test('a revoked session locks kept books until the same user signs in', async ({ page, library }) => {
  const bookId = library.getBookId('Lanterns 02.cbz');
  await forget(library, bookId);
  await keepBook(page, bookId);
  const kept = await countKept(page);
  await page.context().clearCookies();
  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await page.context().setOffline(true);
  await page.goto(`/read/${bookId}`);
  await expect(page.getByText('The server does not answer').first()).toBeVisible();
  await page.context().setOffline(false);
  await page.goto('/login');
  await signIn(page, ACCOUNT.password);
  await waitForWorker(page);
  expect(await countKept(page)).toBeGreaterThanOrEqual(kept);
  await page.context().setOffline(true);
  await page.goto(`/read/${bookId}`);
  await expect(page.locator('[data-page="1"][data-status="ready"]')).toBeVisible();
  await page.context().setOffline(false);
});

test('marks and stars given without the server reach it later', async ({ page, library }) => {
  const { url, headers } = library;
  const bookId = library.getBookId('Towers 01.cbz');
  await forget(library, bookId);
  const { seriesId } = (await call(url, 'getBook', { headers, params: { id: bookId } })).book;
  await page.goto(`/book/${bookId}`);
  await expect(page.getByRole('slider', { name: 'Your rating of the series' })).toBeVisible();
  await waitForWorker(page);
  await page.context().setOffline(true);
  await page.getByRole('button', { name: 'Mark read' }).click();
  await expect(page.getByText('It is sent once the server answers').first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Mark unread' })).toBeVisible();
  const stars = page.getByRole('slider', { name: 'Your rating of the series' });
  await stars.press('4');
  await expect(stars).toHaveAttribute('aria-valuetext', '4 of 5 stars');
  await page.context().setOffline(false);
  await expect.poll(async () => (await readProgress(library, bookId))?.completed).toBe(true);
  await expect.poll(async () => (await call(url, 'getRating', { headers, params: { id: seriesId } }))?.rating).toBe(80);
});

test('a new version waits for a click', async ({ page }) => {
  await page.goto('/');
  await waitForWorker(page);
  const controller = async () => page.evaluate(() => navigator.serviceWorker.controller?.scriptURL);
  // Another address of the same file is a new version for the browser.
  const next = '/service-worker.js?next';
  await page.evaluate(async (address) => {
    await navigator.serviceWorker.register(address, { scope: '/' });
  }, next);
  await expect(page.getByText('A new version of Lectern is ready.')).toBeVisible();
  expect(await controller()).not.toContain(next);
  const loaded = page.waitForEvent('load');
  await page.getByRole('button', { name: 'Reload' }).click();
  await loaded;
  expect(await controller()).toContain(next);
});
