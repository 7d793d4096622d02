import { expect, it } from 'vitest';
import { listOptionEntries } from './command-entries.ts';

it('offers each value of each option once something is typed, but e-ink only as its preset', () => {
  const entries = listOptionEntries();
  const ids = entries.map(({ id }) => id);
  expect(ids).toEqual(expect.arrayContaining(['ui.theme-dark', 'ui.language-de', 'ui.formats-auto']));
  expect(ids).not.toContain('ui.theme-e-ink');
  expect(entries.every(({ isOnlyFound }) => isOnlyFound === true)).toBe(true);
});
