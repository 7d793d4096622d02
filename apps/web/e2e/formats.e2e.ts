import { expect, type Page } from '@playwright/test';
import { makeFormatShelf, SHADES } from './_books/make-format-shelf.ts';
import { newReadingTest } from './_books/reading-test.ts';
import { countColours, expectColour, expectPicture, getPicture, screenColour } from './_books/screen.ts';
import { watchComplaints } from './_harness/check-page.ts';

const test = newReadingTest(makeFormatShelf);

const place = (page: Page) => page.getByTestId('place');
const grey = (shade: number) => [shade, shade, shade] as const;
const CENTRE = [0.5, 0.5] as const;
const readCentre = async (page: Page, number: number) => screenColour(getPicture(page, number), ...CENTRE);

/** Turns the page and checks where that leads. */
async function turnTo(page: Page, words: string, key = 'ArrowRight'): Promise<void> {
  await page.keyboard.press(key);
  await expect(place(page)).toHaveText(words);
}

for (const file of ['Stored.cbz', 'Deflated.cbz']) {
  test(`${file} shows its pages in their order and colours`, async ({ page, read }) => {
    const complaints = watchComplaints(page);
    await read(file);
    for (const [index, shade] of SHADES.entries()) {
      const number = index + 1;
      if (index > 0) await turnTo(page, `Page ${number} of 3`);
      await expectPicture(page, number);
      await expectColour(getPicture(page, number), CENTRE, grey(shade));
    }
    expect(complaints).toEqual([]);
  });
}

for (const file of ['Packed 4.cbr', 'Packed 5.cbr', 'Solid.cbr']) {
  test(`${file} shows both pages, one photograph and one drawing`, async ({ page, read }) => {
    await read(file);
    await expect(place(page)).toHaveText('Page 1 of 2');
    await expectPicture(page, 1);
    const colour = await readCentre(page, 1);
    await turnTo(page, 'Page 2 of 2');
    await expectPicture(page, 2);
    // the same picture in two formats
    await expectColour(getPicture(page, 2), CENTRE, colour, 12);
    await turnTo(page, 'Page 1 of 2', 'ArrowLeft');
  });
}

test('the reader draws pages of WebP, AVIF and JPEG XL, the last converted for browsers without support', async ({
  page,
  read,
  library,
}) => {
  // recent browsers can decode JPEG XL themselves
  await page.route(/[/]pages[/]\d+/, async (route) => {
    const accept = 'image/avif,image/webp,image/*,*/*;q=0.8';
    await route.continue({ headers: { ...route.request().headers(), accept } });
  });
  const types = new Map<string, string | undefined>();
  page.on('response', (response) => {
    const number = new RegExp(`${library.getBookId('New.cbz')}/pages/(\\d+)`).exec(response.url())?.[1];
    if (number !== undefined) types.set(number, response.headers()['content-type']);
  });
  await read('New.cbz');
  await expectPicture(page, 1);
  await turnTo(page, 'Page 2 of 3');
  await expectPicture(page, 2);
  await turnTo(page, 'Page 3 of 3');
  await expectPicture(page, 3);
  await expectColour(getPicture(page, 3), [0.2, 0.5], [200, 40, 40], 12);
  await expectColour(getPicture(page, 3), [0.8, 0.5], [40, 60, 200], 12);
  expect([types.get('1'), types.get('2')]).toEqual(['image/webp', 'image/avif']);
  expect(types.get('3')).toBe('image/webp');
});

test('an animated page plays', async ({ page, read }) => {
  await read('Moving.cbz');
  await expectPicture(page, 1);
  const seen = new Set<string>();
  await expect
    .poll(async () => {
      const [red, , blue] = await readCentre(page, 1);
      return seen.add(red > blue ? 'red' : 'blue').size;
    })
    .toBe(2);
  await turnTo(page, 'Page 2 of 2');
  await expectPicture(page, 2);
});

test('a manga with a reading direction opens from right to left', async ({ page, read }) => {
  await read('Manga.cbz');
  await expectPicture(page, 1);
  await turnTo(page, 'Page 2 of 3', 'ArrowLeft');
  await expectPicture(page, 2);
  await expectColour(getPicture(page, 2), CENTRE, grey(SHADES[1]));
  await turnTo(page, 'Page 1 of 3', 'ArrowRight');
});

test('an EPUB 2 shows text and its NCX table of contents, and turns', async ({ page, read }) => {
  await read('Harbour.epub');
  const text = page.frameLocator('[data-shown="true"] iframe');
  await expect(text.getByRole('heading', { name: 'Morning' })).toBeInViewport();
  await expect(place(page)).toContainText('in Morning');
  await expect.poll(async () => countColours(page.locator('[data-shown="true"] iframe'))).toBeGreaterThan(4);
  await page.keyboard.press('ArrowRight');
  await expect(place(page)).toContainText('Page 2 of');
  await page.keyboard.press('t');
  await page.getByRole('dialog', { name: 'Contents' }).getByRole('button', { name: 'Noon' }).click();
  await expect(text.getByRole('heading', { name: 'Noon' })).toBeInViewport();
});

test('an EPUB 3 uses its embedded font', async ({ page, read }) => {
  const complaints = watchComplaints(page);
  await read('Squares.epub');
  const squares = page.frameLocator('[data-shown="true"] iframe').locator('.squares');
  await expect(squares).toBeInViewport();
  const widthInEm = async () =>
    squares.evaluate(
      (element) => element.getBoundingClientRect().width / Number.parseFloat(getComputedStyle(element).fontSize),
    );
  // four capitals of two em each: no system font is that wide
  await expect.poll(widthInEm).toBeCloseTo(8, 1);
  await page.keyboard.press('ArrowRight');
  await expect(place(page)).toContainText('Page 2 of');
  expect(complaints.filter((words) => !words.startsWith('Blocked script execution'))).toEqual([]);
});

test('a fixed-layout EPUB opens like a comic, in its own direction', async ({ page, read }) => {
  await read('Fixed.epub');
  await expectPicture(page, 1);
  await turnTo(page, 'Page 2 of 2', 'ArrowLeft');
  await expectPicture(page, 2);
});

test('a PDF of text shows letters', async ({ page, read }) => {
  await read('Text.pdf');
  await expectPicture(page, 1);
  await expect.poll(async () => countColours(getPicture(page, 1))).toBeGreaterThan(4);
  await turnTo(page, 'Page 2 of 2');
  await expectPicture(page, 2);
  await expect.poll(async () => countColours(getPicture(page, 2))).toBeGreaterThan(4);
});

test('a PDF of scans shows its photographs', async ({ page, read }) => {
  await read('Scans.pdf');
  await expectPicture(page, 1);
  const darkest = async () => Math.min(...(await readCentre(page, 1)));
  await expect.poll(darkest, 'not the white of an empty page').toBeLessThan(240);
  await turnTo(page, 'Page 2 of 2');
  await expectPicture(page, 2);
});
