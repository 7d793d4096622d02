import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/**
 * Fails with what the checker finds on the page as it is now; covers that fade in are given time to arrive. `without`: a selector
 * of what is left out, such as frames in which the checker cannot run.
 */
export async function expectAccessible(page: Page, { without }: { readonly without?: string } = {}): Promise<void> {
  await page.evaluate(async () => Promise.allSettled(document.getAnimations().map(async ({ finished }) => finished)));
  const builder = new AxeBuilder({ page }).withTags(RULES);
  const { violations } = await (without === undefined ? builder : builder.exclude(without)).analyze();
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);
  expect(found, `accessibility of ${page.url()}`).toEqual([]);
}
