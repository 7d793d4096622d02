import { expect, type Page } from '@playwright/test';
import { listAllPages, openWhole, WALK_MS } from './_books/all-pages.ts';
import { startOver, walkByTab } from './_books/keyboard-faults.ts';
import { makeReadingShelf } from './_books/make-reading-shelf.ts';
import { newScannedTest } from './_books/scanned-test.ts';

const test = newScannedTest(makeReadingShelf);

test.describe.configure({ timeout: WALK_MS });

/** Pages of one of two tests, which run beside each other. */
const ADMIN = /^\/admin/;

/** Makes the log stand still and have an end: each request of the walk would write a line. */
async function holdLog(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Pause' }).click();
  await expect(page.getByRole('button', { name: 'Follow live' })).toBeVisible();
  await page.getByLabel('Area', { exact: true }).selectOption('Tasks');
  await page.getByLabel('Search the log').fill('task ended');
  await expect(page.getByRole('log').locator('summary').first()).toContainText('task ended');
  await startOver(page);
}

async function walkAll(page: Page, paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    await openWhole(page, path);
    if (path === '/admin/log') await holdLog(page);
    const { stops, faults } = await walkByTab(page);
    expect.soft(faults, path).toEqual([]);
    // the link to the content, and the navigation
    expect.soft(stops, path).toBeGreaterThan(3);
  }
}

test('Tab reaches every control of a reader in order and in sight', async ({ page, library }) => {
  await walkAll(
    page,
    (await listAllPages(library)).filter((path) => !ADMIN.test(path)),
  );
});

test('Tab reaches every control of an admin in order and in sight', async ({ page, library }) => {
  await walkAll(
    page,
    (await listAllPages(library)).filter((path) => ADMIN.test(path)),
  );
});

test('Tab is seen on a phone and in the colours of the system', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await page.emulateMedia({ forcedColors: 'active' });
  await walkAll(page, ['/', '/search?q=lanterns', '/me/preferences', '/admin/libraries', '/admin/backups']);
});
