import { describe, expect, it } from 'vitest';
import { readRowChoices, storeRowChoices } from './home-rows.ts';

const listNames = (stored: unknown) => readRowChoices(stored).map(({ name, shown }) => (shown ? name : `-${name}`));

describe('the rows of the home page', () => {
  it('have a default order', () => {
    const first = [
      'inProgress',
      'onDeck',
      'wantToRead',
      'recentlyAddedBooks',
      'recentlyAddedSeries',
      '-recentlyUpdatedSeries',
      '-recentlyReadBooks',
    ];
    for (const stored of [undefined, null, 7, 'text', {}, { order: 'x' }, { order: ['no row'] }]) {
      expect(listNames(stored)).toEqual(first);
    }
  });

  it('round-trip through storage', () => {
    const chosen = readRowChoices(undefined)
      .toReversed()
      .map((choice, index) => ({ ...choice, shown: index % 2 === 0 }));
    expect(readRowChoices(storeRowChoices(chosen))).toEqual(chosen);
    expect(storeRowChoices(readRowChoices(undefined))).toBeNull();
  });

  it('from a later version take their default position in a stored order', () => {
    const stored = { order: ['onDeck', 'inProgress'], hidden: ['onDeck', 'nonsense'] };
    expect(listNames(stored).slice(0, 4)).toEqual(['-onDeck', 'inProgress', 'wantToRead', 'recentlyAddedBooks']);
    expect(listNames(stored)).toHaveLength(7);
  });
});
