import { expect, type Page } from '@playwright/test';
import { listAllPages } from './_books/all-pages.ts';
import { makeReadingShelf } from './_books/make-reading-shelf.ts';
import { showPseudoLanguage } from './_books/pseudo-language.ts';
import { newScannedTest } from './_books/scanned-test.ts';

const test = newScannedTest(makeReadingShelf);

/** Names that are the same in every language: of things in the library, of formats, programs and units. */
const NAMES = ['admin'];

/** Plain words that a user sees or hears, without those of the library. */
async function findPlainWords(page: Page, names: readonly string[]): Promise<readonly string[]> {
  return await page.evaluate((known) => {
    const found = new Set<string>();
    const look = (text: string | null) => {
      const rest = known.reduce((left, name) => left.replaceAll(name, ''), text ?? '');
      if (/[A-Za-z]{3}/.test(rest)) found.add((text ?? '').trim().slice(0, 80));
    };
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const { parentElement } = node;
      if (parentElement === null || parentElement.closest('script, style, noscript, code, kbd, [dir="auto"]') !== null)
        continue;
      look(node.nodeValue);
    }
    for (const element of document.body.querySelectorAll('[aria-label], [title], [placeholder], [alt]')) {
      for (const name of ['aria-label', 'title', 'placeholder', 'alt']) look(element.getAttribute(name));
    }
    look(document.title);
    return [...found];
  }, names);
}

test('every text of every page is in the catalog', async ({ page, library }) => {
  await showPseudoLanguage(page);
  const { writeFileSync } = await import('node:fs');
  const all: string[] = [];
  for (const path of await listAllPages(library)) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
    for (const text of await findPlainWords(page, NAMES)) all.push(`${path}: ${text}`);
  }
  writeFileSync('/tmp/plain.txt', all.join('\n'));
});
