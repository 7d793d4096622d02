import type { Page } from '@playwright/test';

/** More stops than any page has. */
const MOST_STOPS = 600;

interface Stop {
  /** `body` at the end of the page. */
  readonly name: string;
  readonly faults: readonly string[];
  /** Whether the page was here before. */
  readonly isKnown: boolean;
}

/** What is wrong with the element that has the focus now. The page remembers the last stop. */
async function lookAtFocus(page: Page): Promise<Stop> {
  return await page.evaluate(() => {
    const marked = window as { stops?: Element[] };
    const stops = (marked.stops ??= []);
    const element = document.activeElement;
    if (element === null || element === document.body) return { name: 'body', faults: [], isKnown: false };
    const words = (element.getAttribute('aria-label') ?? element.textContent).trim().slice(0, 40);
    const name = `${element.tagName.toLowerCase()} ${words}`;
    // a field of a time has a stop for each part
    if (element === stops.at(-1)) return { name, faults: [], isKnown: false };
    if (stops.includes(element)) return { name, faults: [], isKnown: true };
    const faults: string[] = [];
    const last = stops.at(-1);
    const isBefore =
      last !== undefined && (last.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_PRECEDING) !== 0;
    if (isBefore) faults.push('comes before the last one in the document');
    stops.push(element);

    // a native control may be drawn by its label
    const label = element instanceof HTMLInputElement ? (element.closest('label') ?? element.labels?.[0]) : undefined;
    const drawn = [element, ...(label === undefined ? [] : [label])];
    const isSeen = drawn.some((part) => {
      const { left, top, width, height } = part.getBoundingClientRect();
      return [0.1, 0.5, 0.9].some((x) =>
        [0.1, 0.5, 0.9].some((y) => {
          const hit = document.elementFromPoint(left + width * x, top + height * y);
          return hit !== null && (part.contains(hit) || hit.contains(element));
        }),
      );
    });
    if (!isSeen) faults.push('is covered or out of sight');

    const hasRing = [...drawn, element.nextElementSibling, element.parentElement].some((part) =>
      ['', '::after', '::before'].some((pseudo) => {
        if (part === null) return false;
        const { outlineStyle, outlineWidth } = getComputedStyle(part, pseudo);
        return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 1;
      }),
    );
    // the target of “Skip to content” is no control
    if (!hasRing && element.id !== 'main') faults.push('has no focus ring');
    return { name, faults, isKnown: false };
  });
}

/** Presses Tab until the end of the page. */
export async function walkByTab(page: Page): Promise<{ readonly stops: number; readonly faults: readonly string[] }> {
  const faults: string[] = [];
  for (let stops = 0; stops < MOST_STOPS; stops += 1) {
    await page.keyboard.press('Tab');
    const stop = await lookAtFocus(page);
    if (stop.name === 'body' || stop.isKnown) {
      const isEnd = stop.name === 'body' || (await isFirstStop(page));
      return { stops, faults: isEnd ? faults : [...faults, `${stop.name} holds the focus`] };
    }
    faults.push(...stop.faults.map((fault) => `${stop.name} ${fault}`));
  }
  return { stops: MOST_STOPS, faults: [...faults, 'the page never ends'] };
}

async function isFirstStop(page: Page): Promise<boolean> {
  return await page.evaluate(() => (window as { stops?: Element[] }).stops?.[0] === document.activeElement);
}

/** What a screen reader would trip over: headings, landmarks and ids. */
export async function findTreeFaults(page: Page): Promise<readonly string[]> {
  return await page.evaluate(() => {
    const faults: string[] = [];
    const shown = (selector: string) =>
      [...document.querySelectorAll(selector)].filter((element) =>
        element.checkVisibility({ visibilityProperty: true }),
      );
    const count = (selector: string) => shown(selector).length;
    if (count('h1') !== 1) faults.push(`${String(count('h1'))} first headings`);
    if (count('main') !== 1) faults.push(`${String(count('main'))} main parts`);
    if (count('nav[aria-label]') === 0) faults.push('no named navigation');
    if (count('nav:not([aria-label], [aria-labelledby])') > 0) faults.push('a navigation without a name');
    const levels = shown('h1, h2, h3, h4, h5, h6').map((heading) => Number(heading.tagName[1]));
    levels.forEach((level, index) => {
      const before = levels[index - 1] ?? 0;
      if (level > before + 1) faults.push(`a heading of level ${String(level)} follows one of ${String(before)}`);
    });
    const ids = [...document.querySelectorAll('[id]')].map(({ id }) => id);
    for (const id of new Set(ids.filter((one, index) => ids.indexOf(one) !== index)))
      faults.push(`two have the id ${id}`);
    if (document.querySelector('[tabindex]:not([tabindex="0"], [tabindex="-1"])') !== null)
      faults.push('a tabindex of its own');
    if (document.documentElement.lang === '') faults.push('no language');
    if (document.title === '') faults.push('no title');
    return faults;
  });
}

/** Animations that still run although less motion is wanted. */
export async function findMotion(page: Page): Promise<readonly string[]> {
  return await page.evaluate(() =>
    document
      .getAnimations()
      .filter(({ playState, effect }) => playState === 'running' && Number(effect?.getComputedTiming().duration) > 10)
      .map(({ effect }) => (effect instanceof KeyframeEffect ? (effect.target?.className ?? '') : '')),
  );
}
