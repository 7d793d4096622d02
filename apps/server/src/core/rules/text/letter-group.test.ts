import { describe, expect, it } from 'vitest';
import { letterGroup } from './sort-key.ts';

describe('letterGroup', () => {
  it.each([
    ['Éclair', 'e'],
    ['e\u0301clair', 'e'],
    ['Ångström', 'a'],
    ['Ｆull width', 'f'],
    ['ß', 'ß'],
    ['Ω', 'ω'],
    ['Жук', 'ж'],
    ['7 Seeds', '7'],
    ['(Un)known', '('],
    ['', '#'],
    ['あかね', 'あ'],
    ['ァルファ', 'あ'],
    ['がらす', 'か'],
    ['ヵ', 'か'],
    ['ナルト', 'な'],
    ['パパ', 'は'],
    ['ん', 'わ'],
    ['ヴ', 'あ'],
    ['ょ', 'や'],
    ['進撃の巨人', '漢'],
    ['𠮷野家', '漢'],
    ['가나다', 'ㄱ'],
    ['까치', 'ㄱ'],
    ['하늘', 'ㅎ'],
  ])('puts "%s" under %s', (title, group) => {
    expect(letterGroup(title)).toBe(group);
  });
});
