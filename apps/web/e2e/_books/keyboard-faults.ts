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

/** What is wrong with the element that has the focus now. The page remembers where it was. */
async function lookAtFocus(page: Page): Promise<Stop> {
  return await page.evaluate(() => {
    /** A native control may be drawn by its label. */
    const listDrawn = (element: Element): readonly Element[] => {
      if (!(element instanceof HTMLInputElement)) return [element];
      return [element, ...[element.closest('label') ?? element.labels?.[0] ?? []].flat()];
    };
    const isHit = (part: Element, element: Element, x: number, y: number) => {
      const { left, top, width, height } = part.getBoundingClientRect();
      const hit = document.elementFromPoint(left + width * x, top + height * y);
      return hit !== null && (part.contains(hit) || hit.contains(element));
    };
    const SHARES = [0.1, 0.5, 0.9];
    const isSeen = (element: Element) =>
      listDrawn(element).some((part) => SHARES.some((x) => SHARES.some((y) => isHit(part, element, x, y))));
    const hasOutline = (part: Element, pseudo: string) => {
      const { outlineStyle, outlineWidth } = getComputedStyle(part, pseudo);
      return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 1;
    };
    const hasRing = (element: Element) =>
      [...listDrawn(element), element.nextElementSibling, element.parentElement]
        .filter((part) => part !== null)
        .some((part) => ['', '::after', '::before'].some((pseudo) => hasOutline(part, pseudo)));
    const listFaults = (element: Element, last: Element | undefined) => [
      // what was drawn again, as its data came, has no place any more
      ...(last?.isConnected === true && (last.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_PRECEDING) !== 0
        ? ['comes before the last one in the document']
        : []),
      ...(isSeen(element) ? [] : ['is covered or out of sight']),
      // the target of “Skip to content” is no control
      ...(hasRing(element) || element.id === 'main' ? [] : ['has no focus ring']),
    ];
    const marked = window as { stops?: Element[] };
    const stops = (marked.stops ??= []);
    const last = stops.at(-1);
    const element = document.activeElement ?? document.body;
    // what had the focus was drawn again, as its data came
    const isLost = element === document.body && last?.isConnected === false;
    if (element === document.body) return { name: isLost ? 'lost' : 'body', faults: [], isKnown: false };
    const name = `${element.tagName.toLowerCase()} ${(element.getAttribute('aria-label') ?? element.textContent).trim().slice(0, 40)}`;
    // a field of a time has a stop for each part
    if (element === last) return { name, faults: [], isKnown: false };
    if (stops.includes(element)) return { name, faults: [], isKnown: true };
    stops.push(element);
    return { name, faults: listFaults(element, last), isKnown: false };
  });
}

/** The next Tab goes to the first control of the page, wherever the focus was. */
export async function startOver(page: Page): Promise<void> {
  await page.evaluate(() => {
    const start = document.createElement('span');
    start.tabIndex = -1;
    document.body.prepend(start);
    start.focus();
    // the browser goes on from where it was
    start.remove();
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
