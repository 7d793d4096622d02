import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

interface Options {
  /** A selector of what is left out, such as frames in which the checker cannot run. */
  readonly without?: string;
  /** Looks at colours alone: for a screen that was checked as a whole in others. */
  readonly onlyColours?: boolean;
}

/** Fails with what the checker finds on the page as it is now, whatever fades or moves being at its end. */
export async function expectAccessible(page: Page, { without, onlyColours = false }: Options = {}): Promise<void> {
  await page.evaluate(() => {
    for (const animation of document.getAnimations()) {
      if (Number.isFinite(Number(animation.effect?.getComputedTiming().endTime))) animation.finish();
    }
  });
  const whole = new AxeBuilder({ page });
  const builder = without === undefined ? whole : whole.exclude(without);
  const rules = onlyColours ? builder.withRules(['color-contrast']) : builder.withTags(RULES);
  const { violations } = await rules.analyze();
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);
  expect(found, `accessibility of ${page.url()}`).toEqual([]);
}

/** Fails where the page has to be moved sideways, or where what is touched is too small or too near to something else. */
export async function expectFits(page: Page): Promise<void> {
  const beyond = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  expect(beyond, `pixels of ${page.url()} beyond the screen`).toBe(0);
  const { violations } = await new AxeBuilder({ page }).withRules(['target-size']).analyze();
  const small = violations.flatMap(({ nodes }) => nodes.map(({ target }) => target.join(' ')));
  expect(small, `targets of ${page.url()}`).toEqual([]);
}

/** The same in light colours as a whole, and in dark ones as far as colours go. */
export async function expectAccessibleInBoth(page: Page, options: Pick<Options, 'without'> = {}): Promise<void> {
  await expectAccessible(page, options);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectAccessible(page, { ...options, onlyColours: true });
  await page.emulateMedia({ colorScheme: 'light' });
}
