import type { Page } from '@playwright/test';
import { findFaults, finishAnimations } from './expect-accessible.ts';

const MARK = 'data-looks-faint';

/**
 * Marks texts whose colours seem too close, in a few milliseconds, where the checker takes a second. It knows the colours of
 * an element and those around it, but not what lies below a text by its place: the checker decides what is marked.
 * @returns how many
 */
async function markFaint(page: Page): Promise<number> {
  return await page.evaluate((mark) => {
    type Colour = readonly [red: number, green: number, blue: number, alpha: number];
    const canvas = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
    const known = new Map<string, Colour>();
    const read = (words: string): Colour => {
      const found = known.get(words);
      if (found !== undefined || canvas === null) return found ?? [0, 0, 0, 1];
      canvas.clearRect(0, 0, 1, 1);
      canvas.fillStyle = words;
      canvas.fillRect(0, 0, 1, 1);
      const [red = 0, green = 0, blue = 0, alpha = 0] = canvas.getImageData(0, 0, 1, 1).data;
      const colour = [red, green, blue, alpha / 255] as const;
      known.set(words, colour);
      return colour;
    };
    const over = (top: Colour, below: Colour): Colour => {
      const rest = below[3] * (1 - top[3]);
      const alpha = top[3] + rest;
      const mix = (index: 0 | 1 | 2) => (alpha === 0 ? 0 : (top[index] * top[3] + below[index] * rest) / alpha);
      return [mix(0), mix(1), mix(2), alpha];
    };
    const brighten = (channel: number) =>
      channel <= 10 ? channel / 255 / 12.92 : ((channel / 255 + 0.055) / 1.055) ** 2.4;
    const getLight = ([red, green, blue]: Colour) =>
      0.2126 * brighten(red) + 0.7152 * brighten(green) + 0.0722 * brighten(blue);
    // an opacity fades what lies on an element together with its background
    const lay = (top: Colour, element: Element | null): Colour => {
      if (element === null) return over(top, [255, 255, 255, 1]);
      const { backgroundColor, opacity } = getComputedStyle(element);
      const [red, green, blue, alpha] = over(top, read(backgroundColor));
      return lay([red, green, blue, alpha * Number(opacity)], element.parentElement);
    };
    const isFaint = (element: Element) => {
      const paper = lay([0, 0, 0, 0], element);
      const ink = lay(read(getComputedStyle(element).color), element);
      const [one, other] = [getLight(ink) + 0.05, getLight(paper) + 0.05];
      // of large texts, too: the checker knows how much each needs
      return Math.max(one, other) / Math.min(one, other) < 4.6;
    };
    const hasText = (element: Element) =>
      element.matches('input, select, textarea') ||
      [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim() !== '');
    let count = 0;
    for (const element of document.body.querySelectorAll('*')) {
      element.removeAttribute(mark);
      if (!hasText(element) || !element.checkVisibility({ visibilityProperty: true }) || !isFaint(element)) continue;
      element.setAttribute(mark, '');
      count += 1;
    }
    return count;
  }, MARK);
}

/** A page that draws marked texts again loses their marks: it is checked again, this often. */
const TRIES = 10;

/** Texts without enough contrast as the page is now. */
async function findFaintNow(page: Page): Promise<readonly string[]> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const count = await markFaint(page);
    if (count === 0) return [];
    const faults = await findFaults(page, ['color-contrast'], { include: [`[${MARK}]`] });
    const left = await page.evaluate((mark) => document.querySelectorAll(`[${mark}]`).length, MARK);
    if (faults !== undefined && left === count) return faults;
  }
  throw new Error(`${page.url()} draws its faint texts again and again`);
}

/** Texts without enough contrast in some of the themes. The page ends in the last one. */
export async function findFaintTexts(page: Page, themes: readonly string[]): Promise<readonly string[]> {
  const found: string[] = [];
  for (const theme of themes) {
    await page.evaluate((name) => document.documentElement.setAttribute('data-theme', name), theme);
    await finishAnimations(page);
    const faults = await findFaintNow(page);
    found.push(...faults.map((fault) => `${theme}: ${fault}`));
  }
  return found;
}
