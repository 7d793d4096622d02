import { describe, expect, it } from 'vitest';
import { buildLetters } from './letters.ts';

const group = (letter: string, count: number) => ({ group: letter, count });

describe('the jump letters of a list', () => {
  it('have the index of their first title', () => {
    expect(buildLetters([group('a', 3), group('b', 2), group('z', 1)])).toEqual([
      { words: 'A', index: 0, count: 3 },
      { words: 'B', index: 3, count: 2 },
      { words: 'Z', index: 5, count: 1 },
    ]);
  });

  it('group numbers and punctuation, and ignore punctuation between letters', () => {
    const letters = buildLetters([group('(', 1), group('1', 2), group('9', 3), group('[', 1), group('a', 1)]);
    expect(letters.map(({ words, index }) => [words, index])).toEqual([
      ['#', 0],
      ['0–9', 1],
      ['A', 7],
    ]);
  });

  it('put hangul before kana and both before Chinese characters, in list order', () => {
    const letters = buildLetters([group('漢', 1), group('ㄱ', 2), group('あ', 3), group('z', 4), group('ж', 5)]);
    expect(letters.map(({ words, index }) => [words, index])).toEqual([
      ['Z', 0],
      ['Ж', 4],
      ['ㄱ', 9],
      ['あ', 11],
      ['漢', 14],
    ]);
  });

  it('are none for an empty list', () => {
    expect(buildLetters([])).toEqual([]);
  });
});
