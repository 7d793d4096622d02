import type { Page } from '@playwright/test';

export const findBeyond = async (page: Page): Promise<readonly string[]> => page.evaluate(listBeyond);
export const findCut = async (page: Page): Promise<readonly string[]> => page.evaluate(listCut);

/**
 * Controls and headings outside of the viewport, reachable only by scrolling sideways or not at all; a page that is too wide. Runs
 * inside the page.
 */
export function listBeyond(): readonly string[] {
  const found: string[] = [];
  const root = document.documentElement;
  const width = root.clientWidth;
  if (root.scrollWidth > width) found.push(`the page is ${root.scrollWidth} px wide`);
  const scrolls = (element: Element) => {
    for (let at = element.parentElement; at !== null; at = at.parentElement) {
      const { overflowX } = getComputedStyle(at);
      if (overflowX === 'auto' || overflowX === 'scroll') return true;
    }
    return false;
  };
  for (const control of document.querySelectorAll('a, button, input, select, textarea, summary, h1, h2, h3')) {
    const { left, right, height } = control.getBoundingClientRect();
    const hidden =
      control.closest('.visually-hidden') !== null || !control.checkVisibility({ visibilityProperty: true });
    if (hidden || height <= 1 || (left >= -1 && right <= width + 1) || scrolls(control)) continue;
    const words = control.getAttribute('aria-label') ?? control.textContent;
    found.push(`${control.tagName} ${words.slice(0, 40)} ${Math.round(left)}-${Math.round(right)}`);
  }
  return found;
}

/** Buttons and tabs whose text is cut off: it is wider than they are. Runs inside the page. */
export function listCut(): readonly string[] {
  return [...document.querySelectorAll('button, [role="tab"], nav a, summary, label, legend, th')]
    .filter((element) => element.checkVisibility({ visibilityProperty: true }))
    .filter((element) => element.closest('.visually-hidden') === null)
    .filter((element) => element.scrollWidth > element.clientWidth + 1 && element.clientWidth > 1)
    .filter((element) => ['hidden', 'clip'].includes(getComputedStyle(element).overflowX))
    .map((element) => `${element.tagName} ${element.textContent.slice(0, 40)}`);
}

/** Pairs of texts that are drawn over each other. Bars that stay in place while the page moves below them do not count. */
export async function findOverlaps(page: Page): Promise<readonly string[]> {
  return await page.evaluate(() => {
    interface Line {
      readonly element: Element;
      readonly words: string;
      readonly box: DOMRect;
    }
    const stays = (element: Element): boolean => {
      for (let at: Element | null = element; at !== null; at = at.parentElement) {
        if (['fixed', 'sticky'].includes(getComputedStyle(at).position)) return true;
      }
      return false;
    };
    /** The part of a box that its scrolling or clipping ancestors show. */
    const clip = (element: Element, { left, top, right, bottom }: DOMRect): DOMRect => {
      const shown = { left, top, right, bottom };
      for (let at: Element | null = element; at !== null; at = at.parentElement) {
        if (getComputedStyle(at).overflow === 'visible') continue;
        const box = at.getBoundingClientRect();
        shown.left = Math.max(shown.left, box.left);
        shown.top = Math.max(shown.top, box.top);
        shown.right = Math.min(shown.right, box.right);
        shown.bottom = Math.min(shown.bottom, box.bottom);
      }
      return new DOMRect(shown.left, shown.top, shown.right - shown.left, shown.bottom - shown.top);
    };
    const isDrawn = (element: Element): boolean =>
      element.closest('.visually-hidden, option, script, style') === null &&
      element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
      !stays(element);
    const lines: Line[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const { parentElement: element } = node;
      const words = node.nodeValue?.trim() ?? '';
      if (element === null || words === '' || !isDrawn(element)) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      for (const rect of range.getClientRects()) {
        const box = clip(element, rect);
        if (box.width > 2 && box.height > 2) lines.push({ element, words: words.slice(0, 30), box });
      }
    }
    lines.sort((one, other) => one.box.top - other.box.top);
    const overlap = (one: Line, other: Line): boolean =>
      one.element !== other.element &&
      // Lines of one text may touch: tall letters reach into the line above.
      other.box.top <= one.box.bottom - one.box.height / 3 &&
      Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left) > 2;
    const found = lines.flatMap((one, index) =>
      lines.slice(index + 1).flatMap((other) => (overlap(one, other) ? [`${one.words} over ${other.words}`] : [])),
    );
    return [...new Set(found)];
  });
}
