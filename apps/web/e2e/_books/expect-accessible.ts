import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, type Page } from '@playwright/test';
import type { AxeResults, ElementContext, RunOptions } from 'axe-core';

/** What the checker stores in the page. */
interface Checked {
  readonly axe?: { readonly run: (context: ElementContext, options: RunOptions) => Promise<AxeResults> };
}

const CHECKER = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** A selector of what is checked, or of what is not. */
type Context = { readonly include: [string] } | { readonly exclude: [string] };

interface Options {
  /** Selector of excluded elements, such as frames where the checker cannot run. */
  readonly without?: string;
  /** Checks colours only, for a screen checked completely elsewhere. */
  readonly onlyColours?: boolean;
}

/**
 * Violations as rule and selector. The checker stays in the page until it closes, skips frames, and reports no passes.
 * @returns undefined when the page has nothing of what is included: the checker refuses to check nothing
 */
export async function findFaults(
  page: Page,
  runOnly: string[],
  context?: Context,
): Promise<readonly string[] | undefined> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(CHECKER);
  return await page.evaluate(
    async ({ context, options }) => {
      const { axe } = window as Checked;
      if (axe === undefined) throw new Error('The page has lost its checker');
      if (context !== undefined && 'include' in context && document.querySelector(context.include[0]) === null)
        return undefined;
      const { violations } = await axe.run(context ?? document, options);
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);
    },
    { context, options: { runOnly, resultTypes: ['violations'], iframes: false } satisfies RunOptions },
  );
}

/** Finishes all animations, and those they trigger, until two frames pass without any. */
export async function finishAnimations(page: Page): Promise<void> {
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

/** Fails with the violations on the current page, after all animations. */
export async function expectAccessible(page: Page, { without, onlyColours = false }: Options = {}): Promise<void> {
  await finishAnimations(page);
  const context: Context | undefined = without === undefined ? undefined : { exclude: [without] };
  const found = await findFaults(page, onlyColours ? ['color-contrast'] : RULES, context);
  expect(found, `accessibility of ${page.url()}`).toEqual([]);
}

/** Fails when the page scrolls sideways. Use it together with `expectAccessible`. */
export async function expectNarrow(page: Page): Promise<void> {
  // A page that was made narrower has its new layout some frames later.
  const measure = async () =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  await expect.poll(measure, { message: `pixels of ${page.url()} beyond the screen`, timeout: 20_000 }).toBe(0);
}

/** Both checks, plus the size and distance of touch targets. */
export async function expectFits(page: Page): Promise<void> {
  await expectNarrow(page);
  const small = await findFaults(page, ['target-size']);
  expect(small, `targets of ${page.url()}`).toEqual([]);
}

/** Checks the page completely in light colours, and the colours again in dark ones. */
export async function expectAccessibleInBoth(page: Page, options: Pick<Options, 'without'> = {}): Promise<void> {
  await expectAccessible(page, options);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectAccessible(page, { ...options, onlyColours: true });
  await page.emulateMedia({ colorScheme: 'light' });
}
