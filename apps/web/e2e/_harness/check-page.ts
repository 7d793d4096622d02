import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** Fails when what is on the page now keeps somebody out: labels, contrast, roles, focus (WCAG 2.2 A and AA). */
export async function expectAccessible(page: Page): Promise<void> {
  const builder = new AxeBuilder({ page }).withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']);
  const { violations } = await builder.analyze();
  const found = violations.map(({ id, help, nodes }) => ({
    id,
    help,
    at: nodes.map(({ target }) => target.join(' ')),
  }));
  expect(found).toEqual([]);
}

/** Chromium writes this itself whenever the app asks who is signed in and nobody is. */
const SIGNED_OUT = 'the server responded with a status of 401';

/** Collects what the page complains about from now on: exceptions, errors on the console, a broken content policy. */
export function watchComplaints(page: Page): readonly string[] {
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error' && !message.text().includes(SIGNED_OUT)) complaints.push(message.text());
  });
  return complaints;
}
