import { call } from '@lectern/contract/client';
import { expect, type Page } from '@playwright/test';
import { expectAccessibleInBoth } from './_books/expect-accessible.ts';
import { makeReadingShelf } from './_books/make-reading-shelf.ts';
import { newReadingTest } from './_books/reading-test.ts';
import { readLive, sleepAndWake } from './_books/sleep.ts';
import type { ScannedLibrary } from './_books/scanned-test.ts';
import { expectPicture, getPicture } from './_books/screen.ts';
import { watchComplaints } from './_harness/check-page.ts';
import { onBoth } from './_harness/on-both.ts';

const test = newReadingTest(makeReadingShelf);

const place = (page: Page) => page.getByTestId('place');

const lanterns = ({ getBookId, headers }: ScannedLibrary) => ({
  params: { id: getBookId('Lanterns 01.cbz') },
  headers,
});

async function storedPage(library: ScannedLibrary): Promise<number | undefined> {
  return (await call(library.url, 'getProgress', lanterns(library)))?.currentPage;
}

/** Saves progress in the first book from another device of the same user. */
async function readElsewhere(library: ScannedLibrary, currentPage: number): Promise<void> {
  await call(library.url, 'saveProgress', { ...lanterns(library), body: { currentPage } });
}

/** Waits until one page is left of another. */
async function expectBeside(page: Page, left: number, right: number): Promise<void> {
  const measureEdge = async (number: number) =>
    (await page.locator(`[data-current="true"] [data-page="${number}"]`).boundingBox())?.x ?? Number.NaN;
  await expect.poll(async () => (await measureEdge(left)) < (await measureEdge(right))).toBe(true);
}

test.describe('a comic', () => {
  test('turns by keyboard, by reading direction', async ({ page, read }) => {
    const complaints = watchComplaints(page);
    await read('Lanterns 01.cbz');
    await expect(place(page)).toHaveText('Page 1 of 7');
    await expectPicture(page, 1);
    await page.keyboard.press('ArrowRight');
    await expect(place(page)).toHaveText('Page 2 of 7');
    await expectPicture(page, 2);
    await page.keyboard.press('r');
    await page.keyboard.press('ArrowLeft');
    await expect(place(page)).toHaveText('Page 3 of 7');
    await page.keyboard.press('ArrowRight');
    await expect(place(page)).toHaveText('Page 2 of 7');
    await page.keyboard.press('End');
    await expect(place(page)).toHaveText('Page 7 of 7');
    await page.keyboard.press('k');
    await expect(place(page)).toHaveText('Page 6 of 7');
    await page.keyboard.press('g');
    await page.getByLabel(/Page 1 to 7/).fill('4');
    await page.keyboard.press('Enter');
    await expect(place(page)).toHaveText('Page 4 of 7');
    expect(complaints).toEqual([]);
  });

  test('shows two pages, a wide one alone, in both directions, and shifts by one', async ({ page, read }) => {
    await read('Lanterns 01.cbz');
    await page.keyboard.press('d');
    await expect(place(page)).toHaveText('Pages 1 and 2 of 7');
    await expectBeside(page, 1, 2);
    await page.keyboard.press('PageDown');
    await expect(place(page)).toHaveText('Page 3 of 7');
    await page.keyboard.press('PageDown');
    await expect(place(page)).toHaveText('Page 4 of 7');
    await page.keyboard.press('PageDown');
    await expect(place(page)).toHaveText('Pages 5 and 6 of 7');
    await page.keyboard.press('r');
    await expectBeside(page, 6, 5);
    await page.keyboard.press('o');
    await expect(place(page)).toHaveText('Page 5 of 7');
    await page.keyboard.press('ArrowLeft');
    await expect(place(page)).toHaveText('Pages 6 and 7 of 7');
  });

  test('stays unchanged while the tab sleeps and wakes up', async ({ page, read }) => {
    await page.clock.install();
    await readLive(page, async () => read('Lanterns 01.cbz'));
    await page.keyboard.press('ArrowRight');
    await expect(place(page)).toHaveText('Page 2 of 7');
    await place(page).evaluate((element) => element.setAttribute('data-same', 'yes'));
    const askedAgain = page.waitForResponse(
      (response) => response.url().endsWith('/progress') && response.request().method() === 'GET',
    );
    await sleepAndWake(page);
    await askedAgain;
    await expect(place(page)).toHaveAttribute('data-same', 'yes');
    await expect(place(page)).toHaveText('Page 2 of 7');
  });

  test('continues at the stored page after a reload and on another visit', async ({ page, read, library }) => {
    await read('Lanterns 01.cbz');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await expect(place(page)).toHaveText('Page 4 of 7');
    await page.reload();
    await expect(place(page)).toHaveText('Page 4 of 7');
    await expect.poll(() => storedPage(library)).toBe(4);
  });

  test('offers the newer place of another device after sleep, without jumping', async ({ page, read, library }) => {
    await page.clock.install();
    await readLive(page, async () => read('Lanterns 01.cbz'));
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => storedPage(library)).toBe(2);
    await readElsewhere(library, 6);
    await sleepAndWake(page);
    const offer = page.getByTestId('elsewhere');
    await expect(offer).toContainText('You are on page 6 on another device.');
    await expect(place(page)).toHaveText('Page 2 of 7');
    await expectAccessibleInBoth(page);
    await offer.getByRole('button', { name: 'Go there' }).click();
    await expect(place(page)).toHaveText('Page 6 of 7');
    await expect(offer).toBeEmpty();
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => storedPage(library)).toBe(7);
    await expect(offer).toBeEmpty();
  });

  test('offers a place of another device as soon as the server reports it, without jumping', async ({
    page,
    read,
    library,
  }) => {
    await read('Lanterns 01.cbz');
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => storedPage(library)).toBe(2);
    await readElsewhere(library, 6);
    const offer = page.getByTestId('elsewhere');
    await expect(offer).toContainText('You are on page 6 on another device.');
    await expect(place(page)).toHaveText('Page 2 of 7');
    await offer.getByRole('button', { name: 'Stay here' }).click();
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => storedPage(library)).toBe(3);
    await expect(offer).toBeEmpty();
  });

  test('closes on Escape before its pages have loaded', async ({ page, library }) => {
    const bookId = library.getBookId('Lanterns 01.cbz');
    let open: () => void = () => undefined;
    const gate = new Promise<void>((resolve) => {
      open = resolve;
    });
    await page.goto(`/book/${bookId}`);
    await page.route(`**/api/v1/books/${bookId}/pages`, async (route) => {
      await gate;
      await route.abort();
    });
    const asked = page.waitForRequest(`**/api/v1/books/${bookId}/pages`);
    await page.goto(`/read/${bookId}`);
    await asked;
    await expect(page.getByRole('status', { name: 'Opening the book' })).toBeAttached();
    await page.keyboard.press('Escape');
    await expect(page).toHaveURL(new RegExp(`/book/${bookId}$`));
    open();
    await page.unrouteAll({ behavior: 'wait' });
  });

  test('does not overwrite newer progress of another device after being offline', async ({
    page,
    context,
    read,
    library,
  }) => {
    await read('Lanterns 01.cbz');
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => storedPage(library)).toBe(2);
    const failed = page.waitForEvent('requestfailed', (request) => request.method() === 'PUT');
    await context.setOffline(true);
    await page.keyboard.press('ArrowRight');
    await failed;
    await readElsewhere(library, 6);
    await context.setOffline(false);
    const offer = page.getByTestId('elsewhere');
    await expect(offer).toContainText('You are on page 6 on another device.');
    expect(await storedPage(library)).toBe(6);
    await offer.getByRole('button', { name: 'Stay here' }).click();
    await expect(offer).toBeEmpty();
    await page.keyboard.press('ArrowRight');
    await expect(place(page)).toHaveText('Page 4 of 7');
    await expect.poll(() => storedPage(library)).toBe(4);
  });

  test('saves nothing in an incognito session', async ({ page, read, library }) => {
    await read('Lanterns 01.cbz', '?incognito=true');
    await page.keyboard.press('ArrowRight');
    await expect(place(page)).toHaveText('Page 2 of 7');
    await page.goto('/');
    expect(await storedPage(library)).toBeUndefined();
  });

  test('opens the next book only after a second turn', async ({ page, read, library }) => {
    await read('Lanterns 01.cbz', '?page=7');
    await page.keyboard.press('ArrowRight');
    await expect(page.getByRole('status', { name: 'End of the book' })).toContainText('Lanterns 02');
    await expect(page).toHaveURL(new RegExp(library.getBookId('Lanterns 01.cbz')));
    await page.keyboard.press('ArrowRight');
    await expect(page).toHaveURL(new RegExp(library.getBookId('Lanterns 02.cbz')));
    await expect(place(page)).toHaveText('Page 1 of 2');
  });

  test('reports the error of one page and stays usable', async ({ page, read }) => {
    await read('Torn 01.cbz');
    await page.keyboard.press('PageDown');
    await expect(page.getByRole('alert').filter({ hasText: 'Page 2 cannot be shown' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
    await page.keyboard.press('PageDown');
    await expectPicture(page, 3);
  });

  onBoth(test, () => {
    test('turns by taps and zooms by a double tap', async ({ page, read }) => {
      await read('Lanterns 01.cbz');
      await expectPicture(page, 1);
      const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
      await page.mouse.click(width * 0.9, height / 2);
      await expect(place(page)).toHaveText('Page 2 of 7');
      await page.mouse.click(width * 0.1, height / 2);
      await expect(place(page)).toHaveText('Page 1 of 7');
      const shownWidth = async () => (await page.locator('[data-page="1"]').boundingBox())?.width ?? 0;
      const before = await shownWidth();
      // on a busy machine two taps may be too far apart for a double tap
      await expect(async () => {
        await page.mouse.dblclick(width / 2, height / 2);
        await expect.poll(shownWidth, { timeout: 5_000 }).toBeGreaterThan(before * 2);
      }).toPass();
      await page.mouse.click(width * 0.9, height / 2);
      await expect(place(page)).toHaveText('Page 1 of 7');
    });
  });

  onBoth(test, () => {
    test('scrolls as a webtoon without moving by itself', async ({ page, read }) => {
      await page.addInitScript(() => {
        const shifts: number[] = [];
        Object.assign(window, { shifts });
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) if ('value' in entry) shifts.push(Number(entry.value));
        }).observe({ type: 'layout-shift', buffered: true });
      });
      await read('Towers 01.cbz');
      await page.keyboard.press('w');
      const strip = page.getByTestId('strip-view');
      await expectPicture(page, 1);
      const height = await strip.evaluate((element) => element.scrollHeight);
      await strip.evaluate((element) => {
        const ends: number[] = [];
        Object.assign(window, { ends });
        element.addEventListener('scrollend', () => ends.push(element.scrollTop));
      });
      const endsOfScrolls = async () => page.evaluate(() => ('ends' in window ? (window.ends as number[]) : []));
      for (let step = 1; step <= 4; step += 1) {
        await page.keyboard.press('Space');
        await expect.poll(async () => (await endsOfScrolls()).length).toBe(step);
      }
      const ends = [0, ...(await endsOfScrolls())];
      for (const [index, end] of ends.slice(1).entries()) expect(end).toBeGreaterThan((ends[index] ?? 0) + 100);
      expect(await strip.evaluate((element) => element.scrollHeight)).toBe(height);
      await strip.evaluate((element) => element.scrollTo({ top: element.scrollHeight }));
      await expect(place(page)).toHaveText('Page 3 of 3');
      await expect(page.getByText('This is the last book of the series.')).toBeVisible();
      expect(await page.evaluate(() => ('shifts' in window ? window.shifts : undefined))).toEqual([]);
    });
  });
});

test('a page of a PDF is drawn, and becomes sharper by zooming', async ({ page, read }) => {
  await read('Papers.pdf');
  await expectPicture(page, 1);
  const picture = getPicture(page, 1);
  const width = async () => picture.evaluate((image: HTMLImageElement) => image.naturalWidth);
  const before = await width();
  for (let step = 0; step < 5; step += 1) await page.keyboard.press('+');
  await expect.poll(width).toBeGreaterThan(before);
  await page.keyboard.press('0');
  await page.keyboard.press('PageDown');
  await expectPicture(page, 2);
});

onBoth(test, () => {
  test('the readers are accessible', async ({ page, read }) => {
    test.slow();
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await read('Lanterns 01.cbz');
    await expectPicture(page, 1);
    await page.keyboard.press('Tab');
    await expect(page.getByRole('button', { name: 'Close the reader' })).toBeFocused();
    await expectAccessibleInBoth(page);
    for (const [key, name] of [
      ['s', 'Settings'],
      ['t', 'Pages'],
      ['g', 'Go to page'],
      ['?', 'Keys and gestures'],
    ] as const) {
      await page.keyboard.press(key);
      await expect(page.getByRole('dialog', { name })).toBeVisible();
      await expectAccessibleInBoth(page);
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog', { name })).toBeHidden();
    }
    await read('Evenings.epub');
    await expect(place(page)).toContainText('in The lamp');
    await page.keyboard.press('Tab');
    await expectAccessibleInBoth(page, { without: 'iframe' });
  });
});
