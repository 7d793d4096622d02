import { describe, expect, it } from 'vitest';
import { isTaken, listsWith } from './added-things.ts';

const list = (name: string) => ({
  ...{ id: name, name, summary: null, ordered: true, bookCount: 0, coverBookId: null, coverVersion: null },
  ...{ createdAt: '2026-01-01T00:00:00Z', updatedAt: '2026-01-01T00:00:00Z' },
});
const lists = ['Crisis on Earth', 'Été', 'Earth again'].map(list);
const found = (text: string) => listsWith(lists, text).map(({ name }) => name);

describe('listsWith()', () => {
  it('matches all words in any order, ignoring accents and case', () => {
    expect([found(''), found('earth'), found('EARTH crisis'), found('ete'), found('moon')]).toEqual([
      ['Crisis on Earth', 'Été', 'Earth again'],
      ['Crisis on Earth', 'Earth again'],
      ['Crisis on Earth'],
      ['Été'],
      [],
    ]);
  });
});

describe('isTaken()', () => {
  it('compares whole names, ignoring case', () => {
    expect([isTaken(lists, ' earth AGAIN '), isTaken(lists, 'earth')]).toEqual([true, false]);
  });
});
