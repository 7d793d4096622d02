import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { attachment } from './send-file.ts';

const FORM = /^attachment; filename="([\x20-\x7e]*)"; filename\*=UTF-8''([\w!#$&+.^`|~%-]*)$/;

/** Both names as a client reads them. */
function namesIn(header: string): readonly [plain: string, extended: string] {
  const [, plain = '', extended = ''] = FORM.exec(header) ?? [];
  return [plain, decodeURIComponent(extended)];
}

describe('attachment', () => {
  it.each([
    ['Vol. 1.cbz', 'Vol. 1.cbz'],
    ['Ünïcode é.cbz', 'Unicode e.cbz'],
    ['100% "best\\of".epub', '100_ _best_of_.epub'],
    ["it's (a) *test*; x=y.cbz", "it's (a) *test*; x=y.cbz"],
    ['a\r\nSet-Cookie: x=y.cbz', 'a__Set-Cookie: x=y.cbz'],
  ])('says %j in ASCII and in full', (name, plain) => {
    expect(attachment(name)).toMatch(FORM);
    expect(namesIn(attachment(name))).toEqual([plain, name]);
  });

  it.each([
    ['巻.cbz', /^_ [0-9a-f]{8}\.cbz$/],
    ['第2巻', /^_2_ [0-9a-f]{8}$/],
    ['smile 😀.pdf', /^smile _ [0-9a-f]{8}\.pdf$/],
    ['a/b／c.cbz', /^a_b_c [0-9a-f]{8}\.cbz$/],
  ])('marks %j in ASCII, so that it differs from others', (name, plain) => {
    expect(namesIn(attachment(name))).toEqual([expect.stringMatching(plain), name]);
  });

  it('keeps names in other scripts apart in ASCII', () => {
    const names = ['巻一.cbz', '巻二.cbz', '권일.cbz', 'Том.cbz'].map((name) => namesIn(attachment(name))[0]);
    expect(new Set(names).size).toBe(4);
  });

  it('is the example of RFC 8187 for what it escapes', () => {
    expect(attachment('£ and € rates')).toContain("filename*=UTF-8''%C2%A3%20and%20%E2%82%AC%20rates");
  });

  it('replaces half a character', () => {
    expect(namesIn(attachment('a\ud83d.cbz'))).toEqual([expect.stringMatching(/^a_ [0-9a-f]{8}\.cbz$/), 'a\ufffd.cbz']);
  });

  it('is one safe header for any name', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (name) => {
        const header = attachment(name);
        expect(header).toMatch(FORM);
        const [plain, extended] = namesIn(header);
        expect(plain).not.toMatch(/["\\%/]/);
        expect(extended).toBe(name.toWellFormed());
      }),
    );
  });
});
