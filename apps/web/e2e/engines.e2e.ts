import { call } from '@lectern/contract/client';
import { ACCOUNT } from './_books/first-steps.ts';
import { listBeyond, listCut } from './_books/layout-faults.ts';
import { makeShelf } from './_books/make-shelf.ts';
import { forgetChoices } from './_books/reading-test.ts';
import type { ScannedLibrary } from './_books/scanned-test.ts';
import { expect, test } from './_engines/engine-test.ts';
import type { Scheme, Screen } from './_engines/screen.ts';
import {
  button,
  click,
  expectShown,
  expectText,
  field,
  fill,
  heading,
  link,
  option,
  readText,
  testId,
  words,
} from './_engines/user.ts';
import { startServer } from './_harness/server.ts';

const PLACE = testId('place');

async function read(screen: Screen, library: ScannedLibrary, file: string): Promise<void> {
  const id = library.getBookId(file);
  await call(library.url, 'deleteProgress', { params: { id }, headers: library.headers });
  await forgetChoices(library, file);
  await screen.goto(`${library.url}/read/${id}`);
  await expectShown(screen, PLACE);
}

/** Waits until a page of a book is decoded and has more than no size. */
async function expectPicture(screen: Screen, number: number): Promise<void> {
  const measure = async () =>
    screen.run(async (page) => {
      const shown = document.querySelector(`[data-page="${page}"] :is(img, canvas)`);
      if (shown instanceof HTMLCanvasElement) return shown.width;
      if (!(shown instanceof HTMLImageElement)) return 0;
      return shown.decode().then(
        () => shown.naturalWidth,
        () => 0,
      );
    }, number);
  await expect.poll(measure).toBeGreaterThan(0);
}

/** Left edges of two pages of a spread, in CSS pixels. */
async function standsLeft(screen: Screen, left: number, right: number): Promise<boolean> {
  return screen.run(
    (pages) => {
      const [one, other] = pages.map((page) =>
        document.querySelector(`[data-current="true"] [data-page="${page}"]`)?.getBoundingClientRect(),
      );
      return one !== undefined && other !== undefined && one.left < other.left;
    },
    [left, right],
  );
}

const listChecked = () =>
  [...document.querySelectorAll<HTMLInputElement>('main input[type="checkbox"]')].filter(({ checked }) => checked)
    .length;

test('an admin sets up a server and reads the first book', async ({ guest: screen }) => {
  await using shelf = await makeShelf();
  await using server = await startServer();
  await screen.goto(server.url);
  await fill(screen, field('User name'), ACCOUNT.username);
  await fill(screen, field('Password'), ACCOUNT.password);
  await click(screen, button('Create account'));
  await expectShown(screen, heading('Where are your books?'));
  await expect.poll(async () => readText(screen, words('Looking for folders'))).toBeUndefined();
  while ((await screen.run(listChecked, undefined)) > 0) {
    await click(screen, '//main//input[@type="checkbox"][@checked or ancestor::*[@data-state="checked"]]');
  }
  const choose = (await readText(screen, button('Choose a folder'))) ?? 'Add another folder';
  await click(screen, button(choose));
  await fill(screen, field('Path'), shelf.path);
  await click(screen, button('Open'));
  await expectShown(screen, words('Lighthouse'));
  await click(screen, button('Use this folder'));
  await click(screen, button('Start'));
  await click(screen, link('Read: Lighthouse 01'));
  await expectShown(screen, PLACE);
  await expectPicture(screen, 1);
});

test('a reader signs in and walks from the home page to a book', async ({ guest: screen, library }) => {
  await screen.goto(library.url);
  await fill(screen, field('User name or e-mail'), ACCOUNT.username);
  await fill(screen, field('Password'), 'not the password');
  await screen.press('Enter');
  await expectShown(screen, words('The user name or password is wrong'));
  await fill(screen, field('Password'), ACCOUNT.password);
  await click(screen, button('Sign in'));
  await expectShown(screen, heading('Recently added books'));
  await click(screen, link('Libraries'));
  await expectShown(screen, heading('Libraries'));
  await screen.goto(`${library.url}/library/${library.id}`);
  await click(screen, link('Lanterns'));
  await expectShown(screen, heading('Lanterns'));
  await click(screen, link('Read: Lanterns 01'));
  await expectShown(screen, PLACE);
});

test('a comic turns by keys, in both directions, and shows two pages', async ({ reader, library }) => {
  await read(reader, library, 'Lanterns 01.cbz');
  await expectPicture(reader, 1);
  await reader.press('ArrowRight');
  await expectText(reader, PLACE, 'Page 2 of 7');
  await expectPicture(reader, 2);
  await reader.press('r');
  await reader.press('ArrowLeft');
  await expectText(reader, PLACE, 'Page 3 of 7');
  await reader.press('ArrowRight');
  await expectText(reader, PLACE, 'Page 2 of 7');
  await reader.press('End');
  await expectText(reader, PLACE, 'Page 7 of 7');
});

test('a comic shows two pages, in both directions', async ({ reader, library }) => {
  await read(reader, library, 'Lanterns 01.cbz');
  await expectPicture(reader, 1);
  await reader.press('d');
  await expectText(reader, PLACE, 'Pages 1 and 2 of 7');
  await expect.poll(async () => standsLeft(reader, 1, 2)).toBe(true);
  await reader.press('r');
  await expect.poll(async () => standsLeft(reader, 2, 1)).toBe(true);
});

test('a comic turns by the pointer on a desktop and on a phone', async ({ reader, library }) => {
  for (const width of [1280, 390]) {
    await reader.resize(width, 800);
    await read(reader, library, 'Lanterns 01.cbz');
    await expectText(reader, PLACE, 'Page 1 of 7');
    await expectPicture(reader, 1);
    await reader.clickAt(width * 0.9, 400);
    await expectText(reader, PLACE, 'Page 2 of 7');
    await reader.clickAt(width * 0.1, 400);
    await expectText(reader, PLACE, 'Page 1 of 7');
  }
});

test('a webtoon scrolls to its last page', async ({ reader, library }) => {
  await read(reader, library, 'Towers 01.cbz');
  await reader.press('w');
  await expectShown(reader, testId('strip-view'));
  await expectPicture(reader, 1);
  const scrolled = async () =>
    reader.run(() => document.querySelector('[data-testid="strip-view"]')?.scrollTop ?? 0, undefined);
  const before = await scrolled();
  await reader.press('PageDown');
  await expect.poll(scrolled).toBeGreaterThan(before + 100);
  await reader.run(() => {
    const strip = document.querySelector('[data-testid="strip-view"]');
    strip?.scrollTo({ top: strip.scrollHeight });
  }, undefined);
  await expectText(reader, PLACE, 'Page 3 of 3');
  await expectPicture(reader, 3);
  await expectShown(reader, words('This is the last book of the series.'));
});

test('a book of text shows its chapter, turns, and follows the contents', async ({ reader, library }) => {
  /** Headings of the chapter that are inside the window. */
  const listHeadings = async () =>
    reader.run(() => {
      const frame = document.querySelector<HTMLIFrameElement>('[data-shown="true"] iframe');
      const edge = frame?.getBoundingClientRect().left ?? 0;
      return [...(frame?.contentDocument?.querySelectorAll('h1') ?? [])]
        .filter((title) => {
          const left = edge + title.getBoundingClientRect().left;
          return left >= 0 && left < innerWidth;
        })
        .map((title) => title.textContent);
    }, undefined);
  await read(reader, library, 'Evenings.epub');
  await expectText(reader, PLACE, /in The lamp/);
  await expect.poll(listHeadings).toEqual(['The lamp']);
  await reader.press('ArrowRight');
  await expectText(reader, PLACE, /Page 2 of/);
  await expect.poll(listHeadings).toEqual([]);
  await reader.press('t');
  await click(reader, button('The guest'));
  await expectText(reader, PLACE, /in The guest/);
  await expect.poll(listHeadings).toEqual(['The guest']);
});

test('a PDF draws its pages', async ({ reader, library }) => {
  await read(reader, library, 'Papers.pdf');
  await expectText(reader, PLACE, 'Page 1 of 3');
  await expectPicture(reader, 1);
  await reader.press('ArrowRight');
  await expectText(reader, PLACE, 'Page 2 of 3');
  await expectPicture(reader, 2);
});

test('a reader searches by keyboard alone', async ({ reader, library }) => {
  await reader.goto(`${library.url}/libraries`);
  await expectShown(reader, heading('Libraries'));
  await reader.press('/');
  await expect
    .poll(async () => reader.run(() => document.activeElement?.getAttribute('role') ?? '', undefined))
    .toBe('combobox');
  await reader.type('lantrens');
  await expectShown(reader, option('Lanterns'));
  await reader.press('ArrowDown');
  await reader.press('Enter');
  await expectShown(reader, heading('Lanterns'));
});

test('a reader chooses a theme, which stays after a reload', async ({ reader, library }) => {
  const readTheme = async () => reader.run(() => document.documentElement.dataset['theme'] ?? '', undefined);
  await reader.goto(`${library.url}/me/preferences`);
  await click(reader, '//label[normalize-space(.)="Black"]');
  await expect.poll(readTheme).toBe('black');
  const isKept = async () =>
    (await call(library.url, 'getPreference', { headers: library.headers, params: { key: 'ui.theme' } })).value;
  await expect.poll(isKept).toBe('black');
  await reader.goto(`${library.url}/me/preferences`);
  await expect.poll(readTheme).toBe('black');
});

/** What has dark colours and what has light ones: the page, its fields and titles, the text of a book. */
function listSchemes(): readonly string[] {
  const isLight = (colour: string) => {
    const [red = 0, green = 0, blue = 0] = (colour.match(/[\d.]+/g) ?? []).map(Number);
    return red * 0.3 + green * 0.59 + blue * 0.11 > 128;
  };
  const found = new Set<string>();
  const note = (element: Element, isText: boolean) => {
    const { color, backgroundColor } = getComputedStyle(element);
    const scheme = isLight(isText ? color : backgroundColor) === isText ? 'dark' : 'light';
    found.add(`${scheme} ${isText ? 'text' : 'paper'} of ${element.tagName.toLowerCase()}`);
  };
  const chapter = document.querySelector<HTMLIFrameElement>('[data-shown="true"] iframe')?.contentDocument;
  const papers = [document.documentElement, ...document.querySelectorAll('select'), chapter?.documentElement ?? []];
  for (const element of papers.flat()) note(element, false);
  for (const element of [...document.querySelectorAll('h1, legend'), ...(chapter?.querySelectorAll('p') ?? [])])
    note(element, true);
  return [...found];
}

const PREFERENCES = ['paper of html', 'paper of select', 'text of h1', 'text of legend'];
const BOOK = ['paper of html', 'text of h1', 'text of p'];

/** Waits until all that a page shows has these colours. */
async function expectScheme(screen: Screen, scheme: Scheme, parts: readonly string[]): Promise<void> {
  const expected = parts.map((part) => `${scheme} ${part}`);
  await expect.poll(async () => (await screen.run(listSchemes, undefined)).toSorted()).toEqual(expected);
}

test('pages and books have the colours of the system, until a theme is chosen', async ({
  reader,
  nightReader,
  library,
}) => {
  const { url, headers, getBookId } = library;
  for (const [screen, scheme] of [
    [reader, 'light'],
    [nightReader, 'dark'],
  ] as const) {
    await screen.goto(`${url}/read/${getBookId('Evenings.epub')}`);
    await expectScheme(screen, scheme, BOOK);
    await screen.goto(`${url}/me/preferences`);
    await expectScheme(screen, scheme, PREFERENCES);
  }
  const getTheme = async () => (await call(url, 'getPreference', { headers, params: { key: 'ui.theme' } })).value;
  for (const [name, theme] of [
    ['Light', 'light'],
    ['Dark', 'dark'],
  ] as const) {
    await click(nightReader, `//label[normalize-space(.)="${name}"]`);
    await expectScheme(nightReader, theme, PREFERENCES);
    await expect.poll(getTheme).toBe(theme);
  }
  await reader.goto(`${url}/read/${getBookId('Evenings.epub')}`);
  await expectScheme(reader, 'dark', BOOK);
});

test('a page shows what another device changes, without a reload', async ({ reader, library }) => {
  const { url, headers, id, name } = library;
  await reader.goto(`${url}/libraries`);
  await expectShown(reader, words(name));
  const rename = async (to: string) => call(url, 'patchLibrary', { headers, params: { id }, body: { name: to } });
  await rename('Renamed elsewhere');
  await expectShown(reader, words('Renamed elsewhere'));
  await rename(name);
  await expectShown(reader, words(name));
});

/** Pages that a user sees most, and those with wide tables. */
function listPages({ id, getBookId }: ScannedLibrary): readonly string[] {
  const book = getBookId('Lanterns 01.cbz');
  return [
    '/',
    `/library/${id}`,
    `/book/${book}`,
    `/book/${book}/edit`,
    '/search?q=lanterns',
    '/lists',
    '/stats',
    '/me/preferences',
    '/admin',
    '/admin/libraries',
    '/admin/settings',
  ];
}

for (const language of ['en', 'ar'] as const) {
  test(`the main pages fit a desktop and a phone in ${language}`, async ({ reader, library }) => {
    const { url, headers } = library;
    await call(url, 'updatePreferences', { headers, body: { preferences: { 'ui.language': language } } });
    const readDirection = async () => reader.run(() => document.documentElement.dir, undefined);
    const list = async () => [...(await reader.run(listBeyond, undefined)), ...(await reader.run(listCut, undefined))];
    for (const width of [1280, 390]) {
      await reader.resize(width, 800);
      for (const path of listPages(library)) {
        await reader.goto(`${url}${path}`);
        await expectShown(reader, '//main//h1');
        await expect.poll(readDirection).toBe(language === 'ar' ? 'rtl' : 'ltr');
        await expect.soft.poll(list, { message: `${path} at ${width}`, timeout: 20_000 }).toEqual([]);
      }
    }
    await reader.resize(1280, 800);
    await reader.goto(url);
    const readEdge = async () =>
      reader.run(() => document.querySelector('nav')?.getBoundingClientRect().left ?? -1, undefined);
    await expectShown(reader, '//nav');
    await (language === 'ar' ? expect.poll(readEdge).toBeGreaterThan(640) : expect.poll(readEdge).toBeLessThan(640));
  });
}
