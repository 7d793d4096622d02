import { call } from '@lectern/contract/client';
import { expect, type Page } from '@playwright/test';
import { expectAccessible } from './_books/expect-accessible.ts';
import { ACCOUNT } from './_books/first-steps.ts';
import { makeReadingShelf } from './_books/make-reading-shelf.ts';
import { newReadingTest } from './_books/reading-test.ts';
import type { ScannedLibrary } from './_books/scanned-test.ts';
import { expectPicture } from './_books/screen.ts';

const test = newReadingTest(makeReadingShelf);

async function switchOn(page: Page): Promise<void> {
  await page.goto('/me/preferences');
  await page.getByRole('checkbox', { name: /^E-ink/ }).check();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'e-ink');
}

/** The theme of the account, for all devices. */
async function getAccountTheme({ url, headers }: ScannedLibrary): Promise<unknown> {
  return (await call(url, 'getPreference', { headers, params: { key: 'ui.theme' } })).value;
}

/** From its next page on, the browser says that its screen updates slowly. */
async function slowDown(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const ask = window.matchMedia.bind(window);
    window.matchMedia = (query) => ask(query === '(update: slow)' ? 'all' : query);
  });
}

/** Elements that move or fade for longer than a frame. */
async function listMoving(page: Page): Promise<readonly string[]> {
  return await page.evaluate(() => {
    const toSeconds = (list: string) => Math.max(...list.split(',').map(Number.parseFloat));
    return Array.from(document.querySelectorAll('*')).flatMap((element) => {
      const { transitionDuration, animationDuration, boxShadow } = getComputedStyle(element);
      const isStill = toSeconds(transitionDuration) <= 0.001 && toSeconds(animationDuration) <= 0.001;
      return isStill && boxShadow === 'none' ? [] : [`${element.tagName} ${element.getAttribute('class') ?? ''}`];
    });
  });
}

/** Visible colours of texts, surfaces and borders. */
async function listColours(page: Page): Promise<readonly string[]> {
  return await page.evaluate(() => {
    const found = new Set<string>();
    for (const element of document.querySelectorAll('body, body *:not(svg *, [data-look], option)')) {
      if (!element.checkVisibility()) continue;
      const style = getComputedStyle(element);
      found.add(style.color).add(style.backgroundColor);
      for (const side of ['block-start', 'block-end', 'inline-start', 'inline-end']) {
        const isDrawn = style.getPropertyValue(`border-${side}-width`) !== '0px';
        if (isDrawn) found.add(style.getPropertyValue(`border-${side}-color`));
      }
    }
    return [...found].filter((colour) => !['rgb(0, 0, 0)', 'rgb(255, 255, 255)', 'rgba(0, 0, 0, 0)'].includes(colour));
  });
}

/** Controls that a finger misses: below 44 pixels on a side. */
async function listSmallTargets(page: Page): Promise<readonly string[]> {
  return await page.evaluate(() =>
    Array.from(document.querySelectorAll('button, select, summary, input:not([type="radio"], [type="checkbox"])'))
      .filter((element) => element.checkVisibility({ visibilityProperty: true }))
      .flatMap((element) => {
        const { width, height } = element.getBoundingClientRect();
        const name = element.getAttribute('aria-label') ?? element.textContent;
        return Math.min(width, height) >= 44 ? [] : [`${name} ${width}x${height}`];
      }),
  );
}

test.describe('the E-ink preset', () => {
  test('is black on white with large targets and nothing that moves, and can be undone', async ({ page, library }) => {
    await page.goto('/me/preferences');
    await page.getByRole('group', { name: 'Theme' }).getByRole('radio', { name: 'Dark', exact: true }).check();
    await switchOn(page);
    for (const path of ['/me/preferences', '/', `/book/${library.getBookId('Lanterns 01.cbz')}`]) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
      await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
      await expectAccessible(page);
      expect(await listMoving(page), path).toEqual([]);
      expect(await listColours(page), path).toEqual([]);
      expect(await listSmallTargets(page), path).toEqual([]);
    }
    await page.goto('/me/preferences');
    await page.getByRole('checkbox', { name: /^E-ink/ }).uncheck();
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  });

  test('shows pages pixel by pixel in at most 16 greys, and asks for them in the width of the screen', async ({
    page,
    read,
  }) => {
    await page.setViewportSize({ width: 301, height: 500 });
    await switchOn(page);
    const requested = page.waitForResponse((response) => response.url().includes('greys=16'));
    await read('Lanterns 01.cbz', '?page=2');
    const response = await requested;
    expect(new URL(response.url()).searchParams.get('width')).toBe('301');
    await expectPicture(page, 2);
    const image = page.locator('[data-current="true"] [data-page="2"] img');
    const shown = await image.evaluate((element: HTMLImageElement) => {
      const { x, width } = element.getBoundingClientRect();
      const canvas = new OffscreenCanvas(element.naturalWidth, element.naturalHeight).getContext('2d');
      canvas?.drawImage(element, 0, 0);
      const { data } = canvas?.getImageData(0, 0, element.naturalWidth, element.naturalHeight) ?? { data: [] };
      const colours = new Set<string>();
      for (let at = 0; at < data.length; at += 4) colours.add(`${data[at]} ${data[at + 1]} ${data[at + 2]}`);
      return { x, width, naturalWidth: element.naturalWidth, colours: [...colours] };
    });
    expect(shown).toMatchObject({ x: 0, width: 301, naturalWidth: 301 });
    expect(shown.colours.length).toBeGreaterThan(1);
    expect(shown.colours.length).toBeLessThanOrEqual(16);
    for (const colour of shown.colours) {
      const [red, ...others] = colour.split(' ').map(Number);
      expect(others).toEqual([red, red]);
      expect(Number(red) % 17).toBe(0);
    }
    expect(await listMoving(page)).toEqual([]);
    await page.keyboard.press('m');
    expect(await listSmallTargets(page)).toEqual([]);
    await expectAccessible(page);
  });

  test('refreshes the screen after the chosen number of pages', async ({ page, read }) => {
    await switchOn(page);
    await page.getByText('Touch and keys', { exact: true }).click();
    const less = page.getByRole('button', { name: 'Less: Pages between screen refreshes' });
    while (Number(await page.getByRole('slider', { name: /^Pages between screen/ }).inputValue()) > 2)
      await less.click();
    await page.clock.install();
    await read('Lanterns 01.cbz');
    const place = page.getByTestId('place');
    const cover = page.getByTestId('screen-refresh');
    await expect(place).toHaveText('Page 1 of 7');
    await page.keyboard.press('ArrowRight');
    await expect(place).toHaveText('Page 2 of 7');
    await expect(cover).toHaveCount(0);
    await page.clock.pauseAt(Date.now() + 60_000);
    await page.keyboard.press('ArrowRight');
    await expect(cover).toHaveAttribute('data-phase', 'black');
    await page.clock.runFor(200);
    await expect(cover).toHaveAttribute('data-phase', 'white');
    await page.clock.runFor(200);
    await expect(cover).toHaveCount(0);
  });

  test('reads text in black on white', async ({ page, read }) => {
    await switchOn(page);
    await read('Evenings.epub');
    const frame = page.frameLocator('[data-shown="true"] iframe');
    const readColours = async () =>
      frame
        .locator('p')
        .first()
        .evaluate((element) => {
          const root = getComputedStyle(element.ownerDocument.documentElement);
          return [getComputedStyle(element).color, root.backgroundColor];
        });
    await expect.poll(readColours).toEqual(['rgb(0, 0, 0)', 'rgb(255, 255, 255)']);
  });
});

test.describe('a device with e-ink', () => {
  test('has the preset alone, shares it with all devices, and takes it back', async ({ page, browser, library }) => {
    await using elsewhere = await browser.newContext({ baseURL: library.url });
    const phone = await elsewhere.newPage();
    await phone.request.post('/api/v1/auth/login', { data: ACCOUNT });
    const [here, there] = [page.locator('html'), phone.locator('html')];
    const everywhere = page.getByRole('checkbox', { name: /^On all devices/ });
    await page.goto('/me/preferences');
    await page.getByRole('group', { name: 'Theme' }).getByRole('radio', { name: 'Dark', exact: true }).check();
    await switchOn(page);
    await expect(everywhere).not.toBeChecked();
    await expect.poll(async () => getAccountTheme(library)).toBe('dark');
    await phone.goto('/me/preferences');
    await expect(there).toHaveAttribute('data-theme', 'dark');

    await everywhere.check();
    await expect.poll(async () => getAccountTheme(library)).toBe('e-ink');
    await phone.goto('/me/preferences');
    await expect(there).toHaveAttribute('data-theme', 'e-ink');
    await expect(phone.getByRole('checkbox', { name: /^On all devices/ })).toBeChecked();

    await everywhere.uncheck();
    await expect(here).toHaveAttribute('data-theme', 'e-ink');
    await expect.poll(async () => getAccountTheme(library)).toBe('dark');
    await phone.goto('/me/preferences');
    await expect(there).toHaveAttribute('data-theme', 'dark');
    await page.reload();
    await expect(here).toHaveAttribute('data-theme', 'e-ink');
    await page.getByRole('group', { name: 'Theme' }).getByRole('radio', { name: 'Light', exact: true }).check();
    await expect(page.getByRole('checkbox', { name: /^E-ink/ })).not.toBeChecked();
    await expect(here).toHaveAttribute('data-theme', 'light');
  });

  test('goes back to the defaults, which can be undone', async ({ page }) => {
    await switchOn(page);
    await expect(page.getByText(/changes from the defaults/)).toBeVisible();
    await page.getByRole('button', { name: 'Reset to defaults' }).click();
    await expect(page.locator('html')).not.toHaveAttribute('data-theme', 'e-ink');
    await expect(page.getByRole('button', { name: 'Reset to defaults' })).toHaveCount(0);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'e-ink');
    await page.reload();
    await expect(page.getByRole('checkbox', { name: /^E-ink/ })).toBeChecked();
  });

  test('is offered the preset in a reader, and takes it for itself', async ({ page, read, library }) => {
    const offer = page.getByText('This looks like an e-ink screen');
    await read('Lanterns 01.cbz');
    await expectPicture(page, 1);
    await expect(offer).toHaveCount(0);
    await slowDown(page);
    await read('Lanterns 01.cbz');
    await page.getByRole('button', { name: 'Use E-ink' }).click();
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'e-ink');
    await expect(offer).toHaveCount(0);
    await page.goto('/me/preferences');
    await expect(page.getByRole('checkbox', { name: /^E-ink/ })).toBeChecked();
    await expect(page.getByRole('checkbox', { name: /^On all devices/ })).not.toBeChecked();
    expect(await getAccountTheme(library)).toBe('system');
  });

  test('is not offered the preset again once it was declined', async ({ page, read }) => {
    const offer = page.getByText('This looks like an e-ink screen');
    await slowDown(page);
    await read('Lanterns 01.cbz');
    await expect(offer).toBeVisible();
    await page.getByRole('button', { name: 'Close message' }).click();
    await expect(offer).toHaveCount(0);
    for (const file of ['Lanterns 01.cbz', 'Papers.pdf']) {
      await read(file);
      await expectPicture(page, 1);
      await expect(offer).toHaveCount(0);
    }
    await expect(page.locator('html')).not.toHaveAttribute('data-theme', 'e-ink');
  });
});
