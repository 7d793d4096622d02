import { expect } from '@playwright/test';
import { listAllPages, openWhole } from './_books/all-pages.ts';
import { expectAccessible, expectFits } from './_books/expect-accessible.ts';
import { findMotion, findTreeFaults } from './_books/keyboard-faults.ts';
import { makeReadingShelf } from './_books/make-reading-shelf.ts';
import { newScannedTest } from './_books/scanned-test.ts';

const test = newScannedTest(makeReadingShelf);

test('every page keeps the rules on a phone, has its headings, landmarks and names, and rests', async ({
  page,
  library,
}) => {
  await page.setViewportSize({ width: 390, height: 800 });
  await page.emulateMedia({ reducedMotion: 'reduce' });
  for (const path of await listAllPages(library)) {
    await openWhole(page, path);
    await expect.soft.poll(async () => findTreeFaults(page), { message: path, timeout: 5_000 }).toEqual([]);
    expect.soft(await findMotion(page), path).toEqual([]);
    await expectAccessible(page);
    await expectFits(page);
  }
});

/** One page of each kind: tiles, forms, tables, charts, badges and settings. */
const IN_THEMES = [
  '/',
  '/search?q=lanterns',
  '/lists/reading',
  '/stats',
  '/releases',
  '/admin/tasks',
  '/admin/health',
  '/admin/users',
  '/admin/settings',
  '/admin/backups',
  '/admin/metrics',
  '/admin/log',
  '/me',
  '/me/preferences',
];

test('text is clear in every theme', async ({ page }) => {
  for (const path of IN_THEMES) {
    await openWhole(page, path);
    for (const theme of ['light', 'dark', 'black', 'contrast']) {
      await page.evaluate((name) => document.documentElement.setAttribute('data-theme', name), theme);
      await expectAccessible(page, { onlyColours: true });
    }
  }
});
