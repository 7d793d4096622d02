import type { Page } from '@playwright/test';

/** Opens a book and waits until its page has live updates: only then it notices that its tab wakes up. */
export async function readLive(page: Page, read: () => Promise<void>): Promise<void> {
  const live = page.waitForRequest('**/api/v1/events/stream*');
  await read();
  await live;
}

/** Hides the tab for a minute as far as the page can tell; needs the installed clock. */
export async function sleepAndWake(page: Page): Promise<void> {
  const setHidden = async (isHidden: boolean) =>
    page.evaluate((hidden) => {
      Object.defineProperty(document, 'hidden', { configurable: true, value: hidden });
      document.dispatchEvent(new Event('visibilitychange'));
    }, isHidden);
  await setHidden(true);
  await page.clock.fastForward(60_000);
  await setHidden(false);
}
