import { call } from '@lectern/contract/client';
import type { Page } from '@playwright/test';
import { startSmallProxy } from '../../../fixtures/small-proxy.ts';
import { ACCOUNT, signIn } from './_books/first-steps.ts';
import { makeReadingShelf } from './_books/make-reading-shelf.ts';
import { keepBook, waitForWorker } from './_books/offline.ts';
import { newScannedTest, type ScannedLibrary } from './_books/scanned-test.ts';
import { expect } from './_books/shelf-test.ts';

const test = newScannedTest(makeReadingShelf);

test.use({ serviceWorkers: 'allow' });

/** The browser reaches the server through a proxy, which cuts some requests. */
async function startCutter({ url }: ScannedLibrary, isCut: (url: string) => boolean) {
  return await startSmallProxy(url, { path: '', removesPath: false, isCut });
}

async function countKeptPages(page: Page): Promise<number> {
  return await page.evaluate(async () => {
    const names = (await caches.keys()).filter((name) => name.includes('.kept.'));
    const keys = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return keys.flat().filter(({ url }) => /\/pages\/\d+$/.test(url)).length;
  });
}

interface KeptRow {
  readonly bookId: string;
  readonly finishedAt: number | null;
}

/** Reads the row of a kept book. */
async function findKept(page: Page, bookId: string): Promise<KeptRow | undefined> {
  return await page.evaluate(async (id) => {
    const db = await new Promise<IDBDatabase>((resolve, reject) => {
      const asked = indexedDB.open('lectern.offline');
      asked.addEventListener('success', () => resolve(asked.result));
      asked.addEventListener('error', () => reject(new Error('The database does not open')));
    });
    const all = db.transaction('books').objectStore('books').getAll();
    const books = await new Promise<readonly KeptRow[]>((resolve) => {
      all.addEventListener('success', () => resolve(all.result as readonly KeptRow[]));
    });
    db.close();
    return books.find((book) => book.bookId === id);
  }, bookId);
}

/** The book seems to need more space than the smallest limit. */
async function makeLarge(page: Page, bookId: string): Promise<void> {
  await page.evaluate(async (id) => {
    const db = await new Promise<IDBDatabase>((resolve, reject) => {
      const asked = indexedDB.open('lectern.offline');
      asked.addEventListener('success', () => resolve(asked.result));
      asked.addEventListener('error', () => reject(new Error('The database does not open')));
    });
    const tx = db.transaction('books', 'readwrite');
    const store = tx.objectStore('books');
    const all = store.getAll();
    all.addEventListener('success', () => {
      const books: readonly unknown[] = all.result;
      for (const book of books) {
        if (typeof book === 'object' && book !== null && 'bookId' in book && book.bookId === id) {
          store.put({ ...book, bytes: 600_000_000 });
        }
      }
    });
    await new Promise((resolve) => tx.addEventListener('complete', resolve));
    db.close();
  }, bookId);
}

test('a fetch that was cut and stopped goes on without the pages that are there', async ({ page, library }) => {
  const bookId = library.getBookId('Lanterns 01.cbz');
  const asked: number[] = [];
  let isBroken = true;
  await using proxy = await startCutter(library, (url) => {
    const number = Number(new RegExp(`/books/${bookId}/pages/(\\d+)`).exec(url)?.[1] ?? 0);
    if (number > 0) asked.push(number);
    return isBroken && number > 3;
  });
  await page.goto(`${proxy.url}/book/${bookId}`);
  await waitForWorker(page);
  await page.getByRole('button', { name: 'Keep offline' }).click();
  await expect.poll(async () => countKeptPages(page)).toBe(3);
  await expect.poll(() => asked.some((number) => number > 3)).toBe(true);
  await page.goto(`${proxy.url}/me/offline`);
  await page.getByRole('button', { name: 'Stop fetching Lanterns 01' }).click();
  await expect(page.getByText(/^Stopped at/)).toBeVisible();
  isBroken = false;
  await page.getByRole('button', { name: 'Go on with Lanterns 01' }).click();
  await expect.poll(async () => countKeptPages(page)).toBe(7);
  await expect(page.getByText(/^Stopped at/)).toBeHidden();
  await expect(page.getByRole('button', { name: 'Stop fetching Lanterns 01' })).toBeHidden();
  expect(asked.filter((number) => number <= 3).toSorted((a, b) => a - b)).toEqual([1, 2, 3]);
  expect(new Set(asked).size).toBe(7);
});

test('a smaller limit removes finished books of a rule, and says which', async ({ page, library }) => {
  const { url, headers } = library;
  const bookId = library.getBookId('Lanterns 01.cbz');
  await call(url, 'deleteProgress', { headers, params: { id: bookId } });
  const { seriesId } = (await call(url, 'getBook', { headers, params: { id: bookId } })).book;
  await page.goto(`/series/${seriesId}`);
  await waitForWorker(page);
  await page.getByRole('button', { name: 'Actions for Lanterns' }).click();
  await page.getByRole('menuitem', { name: 'Keep offline' }).click();
  await page.getByLabel('What this device keeps').selectOption({ label: 'The next unread book' });
  await page.getByRole('button', { name: 'Keep', exact: true }).click();
  await expect(page.getByRole('img', { name: 'Kept on this device' })).toBeVisible();
  await page.goto(`/book/${bookId}`);
  await expect(page.getByRole('button', { name: 'Kept offline' })).toBeVisible();
  await page.context().setOffline(true);
  await page.getByRole('button', { name: 'Mark read' }).click();
  await expect(page.getByText('It is sent once the server answers').first()).toBeVisible();
  // Written after the message: a finished book is the first to go.
  await expect.poll(async () => (await findKept(page, bookId))?.finishedAt ?? null).not.toBeNull();
  await makeLarge(page, bookId);
  await page.goto('/me/offline');
  await expect(page.getByRole('link', { name: 'Lanterns 01' })).toBeVisible();
  await page.getByLabel('Limit').selectOption('500000000');
  await expect(page.getByText('Removed from this device to make space: Lanterns 01')).toHaveCount(1);
  await expect(page.getByRole('link', { name: 'Lanterns 01' })).toBeHidden();
  await expect.poll(async () => countKeptPages(page)).toBe(0);
  await page.context().setOffline(false);
});

test('a smaller limit never removes a book that the user kept, and says so', async ({ page, library }) => {
  const bookId = library.getBookId('Lanterns 02.cbz');
  await keepBook(page, bookId);
  await makeLarge(page, bookId);
  await page.goto('/me/offline');
  await page.getByLabel('Limit').selectOption('500000000');
  await expect(page.getByRole('link', { name: 'Lanterns 02' })).toBeVisible();
  await expect(page.getByText('Kept books need more space than this limit.')).toHaveCount(1);
  expect(await countKeptPages(page)).toBe(2);
});

test('a sign-out with unsent changes asks, and loses them only after a yes', async ({ page, library }) => {
  const { url, headers } = library;
  const bookId = library.getBookId('Lanterns 02.cbz');
  await call(url, 'deleteProgress', { headers, params: { id: bookId } });
  let isCutting = true;
  await using proxy = await startCutter(library, (asked) => isCutting && /\/read$|\/reading-sessions$/.test(asked));
  await page.goto(`${proxy.url}/book/${bookId}`);
  await waitForWorker(page);
  await page.getByRole('button', { name: 'Mark read' }).click();
  await expect(page.getByText('It is sent once the server answers').first()).toBeVisible();
  await page.goto(`${proxy.url}/me`);
  const signOut = page.getByRole('main').getByRole('button', { name: 'Sign out', exact: true });
  await signOut.click();
  const question = page.getByRole('dialog', { name: 'Sign out with unsent changes?' });
  await expect(question).toContainText('1 change or shared file is only on this device, and would be lost.');
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(question).toBeHidden();
  await page.goto(`${proxy.url}/me/offline`);
  await expect(page.getByText('Marked read')).toBeVisible();
  await page.goto(`${proxy.url}/me`);
  await signOut.click();
  await expect(question).toBeVisible();
  await question.getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  // A change that was still there would arrive now.
  isCutting = false;
  await signIn(page, ACCOUNT.password);
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeHidden();
  await page.goto(`${proxy.url}/me/offline`);
  await expect(page.getByText('Nothing yet.')).toBeVisible();
  await expect(page.getByText('Marked read or unread')).toHaveCount(0);
  expect(await call(url, 'getProgress', { headers, params: { id: bookId } })).toBeUndefined();
});
