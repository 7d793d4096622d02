import { expect, type Page } from '@playwright/test';
import { listAllPages, openWhole } from './_books/all-pages.ts';
import { walkByTab } from './_books/keyboard-faults.ts';
import { makeReadingShelf } from './_books/make-reading-shelf.ts';
import { newScannedTest } from './_books/scanned-test.ts';

const test = newScannedTest(makeReadingShelf);

/** Two tests, which run beside each other. The log grows while it is walked, so that it has no end. */
const ADMIN = /^\/admin(?!\/log)/;
const READER = /^\/(?!admin)/;

async function walkAll(page: Page, paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    await openWhole(page, path);
    const { stops, faults } = await walkByTab(page);
    expect.soft(faults, path).toEqual([]);
    // the link to the content, and the navigation
    expect.soft(stops, path).toBeGreaterThan(3);
  }
}

test('Tab reaches every control of a reader in order and in sight', async ({ page, library }) => {
  await walkAll(
    page,
    (await listAllPages(library)).filter((path) => READER.test(path)),
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
