import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, type Page } from '@playwright/test';
import type { AxeResults, ElementContext, RunOptions } from 'axe-core';

/** What the checker leaves in a page that has it. */
interface Checked {
  readonly axe?: { readonly run: (context: ElementContext, options: RunOptions) => Promise<AxeResults> };
}

const CHECKER = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

interface Options {
  /** A selector of what is left out, such as frames in which the checker cannot run. */
  readonly without?: string;
  /** Looks at colours alone: for a screen that was checked as a whole in others. */
  readonly onlyColours?: boolean;
}

/**
 * What the checker finds, each as its rule and where. A page keeps the checker until it goes; frames are not looked into, and
 * what is found well is not described.
 */
async function findFaults(page: Page, runOnly: string[], without?: string): Promise<readonly string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(CHECKER);
  return await page.evaluate(
    async ({ without, options }) => {
      const { axe } = window as Checked;
      if (axe === undefined) throw new Error('The page has lost its checker');
      const { violations } = await axe.run(without === undefined ? document : { exclude: [[without]] }, options);
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);
    },
    { without, options: { runOnly, resultTypes: ['violations'], iframes: false } satisfies RunOptions },
  );
}

/** Brings whatever fades or moves to its end, and what that begins in turn, until two frames have passed without any. */
async function settle(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (let still = 0; still < 2; still += 1) {
      await new Promise(requestAnimationFrame);
      for (const animation of document.getAnimations()) {
        if (animation.playState !== 'running') continue;
        if (!Number.isFinite(Number(animation.effect?.getComputedTiming().endTime))) continue;
        animation.finish();
        still = -1;
      }
    }
  });
}

/** Fails with what the checker finds on the page as it is now, whatever fades or moves being at its end. */
export async function expectAccessible(page: Page, { without, onlyColours = false }: Options = {}): Promise<void> {
  await settle(page);
  const found = await findFaults(page, onlyColours ? ['color-contrast'] : RULES, without);
  expect(found, `accessibility of ${page.url()}`).toEqual([]);
}

/** Fails where the page has to be moved sideways: for a screen that `expectAccessible` looks at as well. */
export async function expectNarrow(page: Page): Promise<void> {
  const beyond = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  expect(beyond, `pixels of ${page.url()} beyond the screen`).toBe(0);
}

/** The same, and where what is touched is too small or too near to something else. */
export async function expectFits(page: Page): Promise<void> {
  await expectNarrow(page);
  const small = await findFaults(page, ['target-size']);
  expect(small, `targets of ${page.url()}`).toEqual([]);
}

/** Looks at the page in light colours as a whole, and in dark ones as far as colours go. */
export async function expectAccessibleInBoth(page: Page, options: Pick<Options, 'without'> = {}): Promise<void> {
  await expectAccessible(page, options);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectAccessible(page, { ...options, onlyColours: true });
  await page.emulateMedia({ colorScheme: 'light' });
}
