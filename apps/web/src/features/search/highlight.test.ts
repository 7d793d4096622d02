import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { highlight } from './highlight.ts';

const shown = (text: string, query: string) =>
  highlight(text, query)
    .map((piece) => (piece.isMatch ? `[${piece.text}]` : piece.text))
    .join('');

describe('highlight', () => {
  it.each([
    ['Night Market', 'night', '[Night] Market'],
    ['Night Market', 'mar nig', '[Nig]ht [Mar]ket'],
    ['Éclair', 'ecl', '[Écl]air'],
    ['Midnight', 'night', 'Midnight'],
    ['進撃の巨人', '巨人', '進撃の[巨人]'],
    ['ＦＵＬＬ', 'full', '[ＦＵＬＬ]'],
    ['ﬁne', 'fi', '[ﬁ]ne'],
    ['A b a', 'a', '[A] b [a]'],
    ['Akira', '', 'Akira'],
    ['', 'x', ''],
    ['C++ (live)', 'c++', '[C]++ (live)'],
  ])('%s for %s', (text, query, wanted) => expect(shown(text, query)).toBe(wanted));

  it('keeps the text unchanged', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), (text, query) => {
        expect(
          highlight(text, query)
            .map((piece) => piece.text)
            .join(''),
        ).toBe(text);
      }),
    );
  });
});
