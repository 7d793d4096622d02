import { expect, type Page } from '@playwright/test';

/** Waits until a service worker answers for the page and knows its user. */
export async function waitForWorker(page: Page): Promise<void> {
  await page.evaluate(async () => navigator.serviceWorker.ready.then(() => undefined));
  await expect.poll(async () => page.evaluate(async () => (await caches.keys()).join(' '))).toMatch(/owner/);
  await expect.poll(async () => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
}

/** Keeps a book on its page, and waits until all of it is there. */
export async function keepBook(page: Page, bookId: string): Promise<void> {
  await page.goto(`/book/${bookId}`);
  await waitForWorker(page);
  await page.getByRole('button', { name: 'Keep offline' }).click();
  await expect(page.getByRole('button', { name: 'Kept offline' })).toBeVisible();
}
