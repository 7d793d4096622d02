import { describe, expect, it } from 'vitest';
import { chooseNextRead } from './read-lists.ts';

/** A book for each letter: `r` was finished, `o` is open, `n` was not begun, `x` cannot be opened; later ones were read later. */
function toBooks(states: string) {
  return Array.from(states, (state, index) => ({
    id: String(index),
    completed: state === 'r' ? 1 : state === 'o' ? 0 : null,
    readAt: state === 'r' || state === 'o' ? index : null,
    readable: state === 'x' ? 0 : 1,
  }));
}

describe('chooseNextRead()', () => {
  it.each([
    ['nnn', '0'],
    ['rnn', '1'],
    ['nrn', '2'],
    ['nrr', '0'],
    ['noron', '3'],
    ['rxn', '2'],
    ['rr', undefined],
    ['x', undefined],
    ['', undefined],
  ])('goes on after %s', (states, next) => {
    expect(chooseNextRead(toBooks(states))).toBe(next);
  });
});
