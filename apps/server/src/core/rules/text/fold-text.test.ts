import { describe, expect, it } from 'vitest';
import { foldText } from './fold-text.ts';
import { romanize } from './search-words.ts';

describe('foldText', () => {
  it.each([
    ['Élan vital', 'elan vital'],
    ['ＡＢＣ １２', 'abc 12'],
    ["O'Brien’s", 'obriens'],
    ['Straße Æon Łódź', 'strasse aeon lodz'],
    ['ガンダム', 'がんだむ'],
    ['進擊的巨人', '进击的巨人'],
    ['鋼の錬金術師', '钢の炼金术师'],
    ['戰国 戦國', '战国 战国'],
    ['𠁞 火', '𠀾 火'],
  ])('makes %s to %s', (text, folded) => {
    expect(foldText(text)).toBe(folded);
  });
});

describe('romanize', () => {
  it('spells kana sound by sound, and without long vowels', () => {
    expect(romanize('らーめん')).toEqual(['raamen', 'ramen']);
    expect(romanize('とうきょう')).toEqual(['toukyou', 'tokyo']);
  });
});
