import { expect, type Page } from '@playwright/test';
import { listAllPages, openWhole, WALK_MS } from './_books/all-pages.ts';
import { expectAccessible, expectFits } from './_books/expect-accessible.ts';
import { findFaintTexts } from './_books/faint-texts.ts';
import { findMotion, findTreeFaults } from './_books/keyboard-faults.ts';
import { makeReadingShelf } from './_books/make-reading-shelf.ts';
import { newScannedTest } from './_books/scanned-test.ts';

const test = newScannedTest(makeReadingShelf);

test.describe.configure({ timeout: WALK_MS });

/** Beside the light one, which the system of the tests prefers. */
const DARK_THEMES = ['dark', 'black', 'contrast'];

test('every page keeps the rules on a phone, has its headings, landmarks and names, rests, and is clear in every theme', async ({
  page,
  library,
}) => {
  await page.setViewportSize({ width: 390, height: 800 });
  await page.emulateMedia({ reducedMotion: 'reduce' });
  for (const path of await listAllPages(library)) {
    await openWhole(page, path);
    await expect.soft.poll(async () => findTreeFaults(page), { message: path, timeout: 20_000 }).toEqual([]);
    expect.soft(await findMotion(page), path).toEqual([]);
    await expectAccessible(page);
    await expectFits(page);
    expect.soft(await findFaintTexts(page, DARK_THEMES), path).toEqual([]);
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

test('text is clear in every theme on a wide screen, wherever it lies', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  for (const path of IN_THEMES) {
    await openWhole(page, path);
    for (const theme of ['light', ...DARK_THEMES]) {
      await page.evaluate((name) => document.documentElement.setAttribute('data-theme', name), theme);
      await expectAccessible(page, { onlyColours: true });
    }
  }
});

test('a faint text is found in the theme that makes it faint', async ({ page }) => {
  await page.setContent(`
    <style>[data-theme="dark"] { --ink: #777 } p { color: var(--ink, #000) }</style>
    <p id="faint" style="background: #999">faint</p>
    <p style="background: #fff; color: #000">clear</p>
    <p style="color: #777; font-size: 40px">large</p>`);
  expect(await findFaintTexts(page, ['light', 'dark'])).toEqual(['dark: color-contrast: #faint']);
});

test('a text is faint that fades together with its background', async ({ page }) => {
  await page.setContent(`
    <p style="background: #000; color: #fff">clear</p>
    <p id="faint" style="background: #000; color: #fff; opacity: 0.5">faint</p>`);
  expect(await findFaintTexts(page, ['light'])).toEqual(['light: color-contrast: #faint']);
});

/** Shows a faint text that replaces itself by a new one as soon as it is marked. */
async function showRedrawn(page: Page, times: number): Promise<void> {
  await page.setContent('<p id="faint" style="background: #999; color: #777">faint</p>');
  await page.evaluate((most) => {
    let redrawn = 0;
    const watcher = new MutationObserver(() => {
      const marked = document.querySelector('[data-looks-faint]');
      if (marked === null || redrawn === most) return;
      redrawn += 1;
      const fresh = marked.cloneNode(true) as Element;
      fresh.removeAttribute('data-looks-faint');
      marked.replaceWith(fresh);
    });
    watcher.observe(document.body, { subtree: true, attributes: true });
  }, times);
}

test('a faint text is found although the page draws it again, and never taken for clear', async ({ page }) => {
  await showRedrawn(page, 2);
  expect(await findFaintTexts(page, ['light'])).toEqual(['light: color-contrast: #faint']);
  await showRedrawn(page, Number.POSITIVE_INFINITY);
  await expect(findFaintTexts(page, ['light'])).rejects.toThrow('draws its faint texts again and again');
});
