import { expect } from '@playwright/test';
import type { Screen } from './screen.ts';

/** An XPath. */
export type Target = string;

/** An XPath has no escapes: its texts are in either kind of quotation marks. */
function quote(text: string): string {
  return text.includes("'") ? `"${text}"` : `'${text}'`;
}

function named(what: string, name: string): Target {
  return `//*[${what}][normalize-space(.)=${quote(name)} or @aria-label=${quote(name)}]`;
}

export const button = (name: string): Target => named('self::button or @role="button"', name);
export const link = (name: string): Target => named('self::a', name);
export const heading = (name: string): Target => named('self::h1 or self::h2 or self::h3', name);
export const option = (start: string): Target =>
  `//*[@role="option"][starts-with(normalize-space(.), ${quote(start)})]`;
/** An element whose own text begins so. */
export const words = (start: string): Target => `//*[text()[starts-with(normalize-space(.), ${quote(start)})]]`;
export const testId = (id: string): Target => `//*[@data-testid=${quote(id)}]`;

/** An input by its label, which is the whole text of a label or begins it. */
export function field(label: string): Target {
  const text = quote(label);
  const labels = `//label[starts-with(normalize-space(.), ${text})]`;
  return `//*[self::input or self::select or self::textarea][@aria-label=${text} or @id=${labels}/@for or ancestor::label[starts-with(normalize-space(.), ${text})]]`;
}

interface Place {
  readonly x: number;
  readonly y: number;
}

/** Finds where the pointer can press the first visible match, which stands still and is not covered. */
async function findPlace(target: Target): Promise<Place | string> {
  const found = document.evaluate(target, document, null, XPathResult.ORDERED_NODE_SNAPSHOT_TYPE, null);
  const all = Array.from({ length: found.snapshotLength }, (_, index) => found.snapshotItem(index));
  const element = all.find((node) => node instanceof HTMLElement && node.checkVisibility({ visibilityProperty: true }));
  if (!(element instanceof HTMLElement)) return 'not there';
  element.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' });
  const before = element.getBoundingClientRect();
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  const { left, top, width, height } = element.getBoundingClientRect();
  if (left !== before.left || top !== before.top) return 'still moving';
  const [x, y] = [left + width / 2, top + height / 2];
  const hit = document.elementFromPoint(x, y);
  const isFree = hit !== null && (element.contains(hit) || hit.contains(element));
  return isFree ? { x, y } : `covered by ${hit?.outerHTML.slice(0, 120) ?? 'nothing'}`;
}

/** Waits until a target can be pressed, and presses it. */
export async function click(screen: Screen, target: Target): Promise<void> {
  await expect(async () => {
    const place = await screen.run(findPlace, target);
    if (typeof place === 'string') throw new Error(`${target} is ${place}`);
    await screen.clickAt(place.x, place.y);
  }).toPass();
}

/** Puts a text in place of what a field has, letter by letter. */
export async function fill(screen: Screen, target: Target, text: string): Promise<void> {
  await click(screen, target);
  await screen.run(() => {
    if (document.activeElement instanceof HTMLInputElement) document.activeElement.select();
  }, undefined);
  await screen.type(text);
}

/** The text of the first visible match, or undefined. */
export async function readText(screen: Screen, target: Target): Promise<string | undefined> {
  const text = await screen.run((path) => {
    const found = document.evaluate(path, document, null, XPathResult.ORDERED_NODE_SNAPSHOT_TYPE, null);
    const all = Array.from({ length: found.snapshotLength }, (_, index) => found.snapshotItem(index));
    const isShown = (node: Node | null) =>
      node instanceof HTMLElement &&
      node.checkVisibility({ visibilityProperty: true }) &&
      node.getBoundingClientRect().width > 0;
    return all.find(isShown)?.textContent ?? null;
  }, target);
  return text?.replaceAll(/\s+/g, ' ').trim();
}

export async function expectShown(screen: Screen, target: Target): Promise<void> {
  await expect.poll(async () => readText(screen, target), { message: target }).toBeDefined();
}

export async function expectText(screen: Screen, target: Target, text: string | RegExp): Promise<void> {
  const poll = expect.poll(async () => (await readText(screen, target)) ?? '', { message: target });
  await (typeof text === 'string' ? poll.toBe(text) : poll.toMatch(text));
}
