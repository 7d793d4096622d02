import { call } from '@lectern/contract/client';
import { LANGUAGES } from '@lectern/contract/languages';
import { expect, type Page } from '@playwright/test';
import { listAllPages, WALK_MS } from './_books/all-pages.ts';
import { ACCOUNT } from './_books/first-steps.ts';
import { findBeyond, findCut, findOverlaps } from './_books/layout-faults.ts';
import { makeReadingShelf } from './_books/make-reading-shelf.ts';
import { showPseudoLanguage } from './_books/pseudo-language.ts';
import { newScannedTest, type ScannedLibrary } from './_books/scanned-test.ts';

const test = newScannedTest(makeReadingShelf);

test.describe.configure({ timeout: WALK_MS });

/** Pages with names of programs, versions and lines of the log. */
const FOR_OPERATORS = /^\/admin\/(?:log|about|metrics)/;

/** The server says what stands there. */
const SAID_BY_SERVER = /^\/(?:admin\/(?:settings|health|backups)|me\/export)/;

async function openPage(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
}

/** Names that are the same in every language: of things in the library, a role, formats, programs and languages. */
function listNames({ name }: ScannedLibrary): readonly string[] {
  const shelf = ['Lanterns', 'Papers', 'Evenings', 'Towers', 'Torn', 'Of the lighthouse keepers', 'lanterns'];
  return [
    name,
    ...shelf,
    'anna',
    'Editor',
    'Lectern',
    'ISBN',
    'node',
    'Chrome',
    'Linux',
    'Ctrl',
    ...Object.values(LANGUAGES),
  ];
}

/** Words without marks that a user sees or hears; dates and names of languages come from the browser. */
async function findPlainWords(page: Page, names: readonly string[]): Promise<readonly string[]> {
  return await page.evaluate((known) => {
    const months = Array.from({ length: 12 }, (_, month) =>
      new Intl.DateTimeFormat('en-GB', { month: 'short' }).format(new Date(2026, month, 1)),
    );
    const ignored = [...known, ...months].toSorted((one, other) => other.length - one.length);
    const found = new Set<string>();
    const look = (text: string | null) => {
      const rest = ignored.reduce((left, name) => left.replaceAll(name, ''), text ?? '');
      if (/[A-Za-z]{4}/.test(rest.replace(/\d+ (?:second|minute)s? ago/, '')))
        found.add((text ?? '').trim().slice(0, 80));
    };
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const { parentElement } = node;
      const isCode = parentElement?.closest('script, style, noscript, code, kbd, option, pre, [dir="auto"]') !== null;
      if (parentElement !== null && !isCode) look(node.nodeValue);
    }
    for (const element of document.body.querySelectorAll('[aria-label], [title], [placeholder], [alt]')) {
      // Names of keys are those on the keyboard.
      if (element.closest('kbd') !== null) continue;
      for (const name of ['aria-label', 'title', 'placeholder', 'alt']) look(element.getAttribute(name));
    }
    look(document.title);
    return [...found];
  }, names);
}

async function expectNoFaults(page: Page, where: string): Promise<void> {
  const list = async () => [...(await findBeyond(page)), ...(await findCut(page)), ...(await findOverlaps(page))];
  await expect.soft.poll(list, { message: where, timeout: 20_000 }).toEqual([]);
}

test('every text of every page is in the catalog, and may be 40 % longer', async ({ page, library }) => {
  await showPseudoLanguage(page);
  const names = listNames(library);
  for (const path of await listAllPages(library)) {
    await page.setViewportSize({ width: 1280, height: 800 });
    await openPage(page, path);
    if (!FOR_OPERATORS.test(path) && !SAID_BY_SERVER.test(path)) {
      expect.soft(await findPlainWords(page, names), path).toEqual([]);
    }
    await expectNoFaults(page, path);
    await page.setViewportSize({ width: 390, height: 800 });
    await expectNoFaults(page, `${path} on a phone`);
  }
});

/** Long words, long sentences, letters without spaces, and lines from right to left. */
for (const language of ['de', 'ru', 'ja', 'ar'] as const) {
  test.describe(`in ${LANGUAGES[language]}`, () => {
    test.use({ locale: language });

    test('every page holds its texts, from a phone to a wide screen, light and dark', async ({ page, library }) => {
      for (const path of await listAllPages(library)) {
        await openPage(page, path);
        const root = page.locator('html');
        await expect(root).toHaveAttribute('lang', language);
        await expect(root).toHaveAttribute('dir', language === 'ar' ? 'rtl' : 'ltr');
        for (const width of [1280, 768, 360]) {
          await page.setViewportSize({ width, height: 800 });
          for (const colorScheme of ['light', 'dark'] as const) {
            await page.emulateMedia({ colorScheme });
            await expectNoFaults(page, `${path} at ${width}, ${colorScheme}`);
          }
        }
      }
    });
  });
}

test('a reader chooses a language, which mails and another device follow', async ({ page, browser, library }) => {
  await page.goto('/me/preferences');
  await page.getByLabel('Language', { exact: true }).selectOption('Deutsch');
  await expect(page.getByRole('heading', { name: 'Darstellung' })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
  const isKept = async () =>
    (await call(library.url, 'getPreference', { headers: library.headers, params: { key: 'ui.language' } })).value;
  await expect.poll(isKept).toBe('de');

  const other = await browser.newContext({ baseURL: library.url, locale: 'en-GB' });
  await other.request.post('/api/v1/auth/login', { data: ACCOUNT });
  const second = await other.newPage();
  await second.goto('/me/preferences');
  await expect(second.locator('html')).toHaveAttribute('lang', 'de');
  await second.getByLabel('Sprache').selectOption('System');
  await expect(second.locator('html')).toHaveAttribute('lang', 'en');
  await expect(second.getByRole('heading', { name: 'Appearance' })).toBeVisible();
  await other.close();
});
