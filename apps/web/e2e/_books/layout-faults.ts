import type { Page } from '@playwright/test';

/** Controls and headings outside of the viewport, reachable only by scrolling sideways or not at all; a page that is too wide. */
export async function findBeyond(page: Page): Promise<readonly string[]> {
  return await page.evaluate(() => {
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
  });
}

/** Buttons and tabs whose text is cut off: it is wider than they are. */
export async function findCut(page: Page): Promise<readonly string[]> {
  return await page.evaluate(() =>
    [...document.querySelectorAll('button, [role="tab"], nav a, summary, label, legend, th')]
      .filter((element) => element.checkVisibility({ visibilityProperty: true }))
      .filter((element) => element.closest('.visually-hidden') === null)
      .filter((element) => element.scrollWidth > element.clientWidth + 1 && element.clientWidth > 1)
      .filter((element) => ['hidden', 'clip'].includes(getComputedStyle(element).overflowX))
      .map((element) => `${element.tagName} ${element.textContent.slice(0, 40)}`),
  );
}
