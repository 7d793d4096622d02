import { call } from '@lectern/contract/client';
import { expect, type Locator } from '@playwright/test';
import { png } from '../../../fixtures/pictures.ts';
import { writeZip } from '../../../fixtures/zip-writer.ts';
import { expectNarrow } from './_books/expect-accessible.ts';
import { newScannedTest } from './_books/scanned-test.ts';
import { writeShelf } from './_books/write-shelf.ts';

/** A word without any line break opportunity. */
const WORD = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft';
const ARABIC = 'حكاية الصياد والعفريت.';

/** Longer than the second line of a tile. */
const ARABIC_WORDS = 'حكاية الصياد والعفريت وما جرى لهما من العجائب والغرائب في قديم الزمان وسالف العصر والأوان';

function comic(stated: Readonly<Record<string, string>>): Buffer {
  const elements = Object.entries(stated).map(([name, value]) => `<${name}>${value}</${name}>`);
  return writeZip([
    { name: '1.png', bytes: png(40, 60, 90).bytes },
    { name: 'ComicInfo.xml', bytes: Buffer.from(`<ComicInfo>${elements.join('')}</ComicInfo>`) },
  ]);
}

const test = newScannedTest(async () =>
  writeShelf({
    [`${WORD}/Word 01.cbz`]: comic({ Publisher: WORD, Tags: WORD, Genre: WORD, Summary: WORD, Writer: WORD }),
    'Tales/Tale 01.cbz': comic({ Summary: ARABIC }),
    [`${ARABIC_WORDS}/Night 01.cbz`]: comic({ Title: 'The first night' }),
    [`Torn/${WORD}.cbz`]: Buffer.from('PK\u0003\u0004 and nothing else'),
  }),
);

/** Whether the last character is drawn leftmost, as a full stop is in right-to-left text. */
async function endsOnTheLeft(text: Locator): Promise<boolean> {
  return await text.evaluate((element) => {
    const letters = document.createTreeWalker(element, NodeFilter.SHOW_TEXT).nextNode();
    const length = letters?.textContent?.length ?? 0;
    if (letters === null || length === 0) throw new Error('No text is here');
    const measureLeft = (at: number) => {
      const range = document.createRange();
      range.setStart(letters, at);
      range.setEnd(letters, at + 1);
      return range.getBoundingClientRect().left;
    };
    return measureLeft(length - 1) < measureLeft(0);
  });
}

test('a word longer than the screen does not widen the page', async ({ page, library }) => {
  const { url, headers, getBookId } = library;
  const bookId = getBookId('Word 01.cbz');
  const { book } = await call(url, 'getBook', { headers, params: { id: bookId } });
  const list = await call(url, 'createReadList', { headers, body: { name: WORD } });
  await page.setViewportSize({ width: 390, height: 844 });

  for (const path of [`/series/${book.seriesId}`, `/book/${bookId}`, `/list/reading/${list.id}`]) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
    if (!path.startsWith('/list/'))
      await expect(page.getByRole('link', { name: WORD, exact: true }).last()).toBeVisible();
    await expectNarrow(page);
  }
  await page.goto(`/book/${bookId}/edit`);
  await expect(page.getByRole('button', { name: `Remove ${WORD}` }).first()).toBeVisible();
  await expectNarrow(page);
  await page.goto('/admin/health');
  const torn = page.getByRole('link', { name: WORD });
  await expect(torn).toBeVisible();
  const { right } = await torn.evaluate((link) => link.getBoundingClientRect());
  expect(right).toBeLessThanOrEqual(390);
});

test('every part of the app stays reachable at 200 % text size', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto('/lists');
  await expect(page.getByRole('heading', { level: 1, name: 'Lists', exact: true })).toBeVisible();
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%';
  });
  const links = page.getByRole('navigation', { name: 'Main' }).getByRole('link').filter({ visible: true });
  await expect(links).toHaveCount(5);
  for (const link of await links.all()) {
    const { left, right, overflows } = await link.evaluate((element) => {
      const box = element.getBoundingClientRect();
      return { left: box.left, right: box.right, overflows: element.scrollWidth > element.clientWidth };
    });
    expect({ isWithin: left >= 0 && right <= 320, overflows }).toEqual({ isWithin: true, overflows: false });
  }
});

test('titles and descriptions align to the direction of their script', async ({ page, library }) => {
  const { url, headers, getBookId } = library;
  const bookId = getBookId('Tale 01.cbz');
  const { book } = await call(url, 'getBook', { headers, params: { id: bookId } });
  await call(url, 'patchSeries', { headers, params: { id: book.seriesId }, body: { title: ARABIC } });

  await page.goto(`/series/${book.seriesId}`);
  const title = page.getByRole('heading', { level: 1, name: ARABIC });
  await expect(title).toBeVisible();
  expect(await endsOnTheLeft(title)).toBe(true);
  await page.goto(`/book/${bookId}`);
  const summary = page.getByRole('paragraph').filter({ hasText: new RegExp(`^${ARABIC}$`) });
  await expect(summary).toBeVisible();
  expect(await endsOnTheLeft(summary)).toBe(true);
  await page.goto(`/library/${library.id}`);
  const tile = page.getByRole('list', { name: 'Series' }).getByRole('link', { name: ARABIC });
  await expect(tile).toBeVisible();
  expect(await endsOnTheLeft(tile)).toBe(true);
});

test('the reader does not show the id of a deleted book', async ({ page }) => {
  const gone = '01a206b6-ebd4-7000-8fb7-4b0d661b3a7d';
  await page.goto(`/read/${gone}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Not found' })).toBeVisible();
  await expect(page.getByRole('alert')).toHaveText('It may have been deleted or moved.');
  await expect(page.getByRole('main')).not.toContainText(gone);
  await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Back' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Not found' })).toBeVisible();
  await page.getByRole('link', { name: 'Go home' }).click();
  await expect(page).toHaveURL(/\/$/);
});

test('an address that no book can have offers the way home', async ({ page }) => {
  for (const path of ['/book/elsewhere', '/series/elsewhere']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1, name: 'Not found' })).toBeVisible();
    await expect(page.getByRole('alert')).toContainText('The address may be old or mistyped.');
    await expect(page.getByRole('alert').getByRole('link', { name: 'Go home' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0);
  }
});

test('a text field follows the direction of right-to-left input', async ({ page, library }) => {
  const { url, headers, getBookId } = library;
  const bookId = getBookId('Tale 01.cbz');
  await call(url, 'updateBookMetadata', { headers, params: { id: bookId }, body: { title: ARABIC } });
  await page.goto(`/book/${bookId}/edit`);
  const readDirection = async (field: Locator): Promise<string> =>
    await field.evaluate((element) => getComputedStyle(element).direction);
  const title = page.getByRole('textbox', { name: 'Title', exact: true });
  await expect(title).toHaveValue(ARABIC);
  expect(await readDirection(title)).toBe('rtl');
  expect(await readDirection(page.getByRole('textbox', { name: 'Summary' }))).toBe('rtl');
  await title.fill('Tale');
  expect(await readDirection(title)).toBe('ltr');
});

test('the placeholder of a loading series fits on a phone', async ({ page, library }) => {
  const { url, headers, getBookId } = library;
  const { book } = await call(url, 'getBook', { headers, params: { id: getBookId('Tale 01.cbz') } });
  await page.setViewportSize({ width: 390, height: 844 });
  const asked = page.waitForRequest(`**/api/v1/series/${book.seriesId}*`);
  await page.route(`**/api/v1/series/${book.seriesId}*`, async () => asked);
  await page.goto(`/series/${book.seriesId}`);
  await asked;
  await expect(page.getByRole('main').locator('[class*="skeleton"]').first()).toBeVisible();
  await expectNarrow(page);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

test('the series name below a book starts in its own text direction, however narrow', async ({ page, library }) => {
  await page.goto(`/library/${library.id}/books`);
  const line = page.getByRole('paragraph').filter({ hasText: ARABIC_WORDS });
  await expect(line).toBeVisible();
  const { isCut, showsFirst } = await line.evaluate((element, words) => {
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    let node = walker.nextNode();
    while (node !== null && node.textContent?.includes(words) !== true) node = walker.nextNode();
    if (node === null) throw new Error('The name is not here');
    const range = document.createRange();
    const at = node.textContent?.indexOf(words) ?? 0;
    range.setStart(node, at);
    range.setEnd(node, at + words.length);
    const all = range.getBoundingClientRect();
    range.setEnd(node, at + 1);
    const first = range.getBoundingClientRect();
    const box = element.getBoundingClientRect();
    return {
      isCut: all.width > box.width,
      showsFirst: first.left >= box.left - 1 && first.right <= box.right + 1,
    };
  }, ARABIC_WORDS);
  expect({ isCut, showsFirst }).toEqual({ isCut: true, showsFirst: true });
});
