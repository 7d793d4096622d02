import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createUniqueNames, safeFileName } from '#core/rules/files/file-names.ts';

describe('safeFileName', () => {
  it.each([
    ['Vol. 1 – ünïcode 巻 😀.cbz', 'Vol. 1 – ünïcode 巻 😀.cbz'],
    ['a "quoted" name?.cbz', 'a _quoted_ name_.cbz'],
    ['../../etc/passwd', '.._.._etc_passwd'],
    ['C:\\Windows\\x.cbz', 'C__Windows_x.cbz'],
    ['a\r\nSet-Cookie: x.cbz', 'a__Set-Cookie_ x.cbz'],
    ['null\u0000.cbz', 'null_.cbz'],
    ['harmless\u202Ezbc.exe', 'harmlesszbc.exe'],
    ['half \ud83d.cbz', 'half \ufffd.cbz'],
    ['e\u0301.cbz', 'é.cbz'],
    ['CON.cbz', '_CON.cbz'],
    ['com1', '_com1'],
    ['Connect.cbz', 'Connect.cbz'],
    ['trailing dots. . .', 'trailing dots'],
    ['👨‍👩‍👧.cbz', '👨‍👩‍👧.cbz'],
    ['', 'fallback'],
    [' .. ', 'fallback'],
    ['\u202e\u200b', 'fallback'],
  ])('makes of %j: %j', (name, safe) => {
    expect(safeFileName(name, 'fallback')).toBe(safe);
  });

  it('cuts a long name between characters, and keeps its extension', () => {
    const safe = safeFileName(`${'😀'.repeat(300)}.cbz`, 'fallback');
    expect(safe).toBe(`${'😀'.repeat(49)}.cbz`);
    expect(Buffer.byteLength(safeFileName(`x.${'y'.repeat(900)}`, 'fallback'))).toBe(200);
  });

  it('is safe for any name, and leaves a safe name alone', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (name) => {
        const safe = safeFileName(name, 'fallback');
        expect(safe).not.toMatch(/[\p{Cc}<>:"/\\|?*\u202a-\u202e]|^\.{0,2}$|[\s.]$/u);
        expect(Buffer.byteLength(safe)).toBeLessThanOrEqual(204);
        expect(safe.isWellFormed()).toBe(true);
        expect(safeFileName(safe, 'fallback')).toBe(safe);
      }),
    );
  });
});

describe('createUniqueNames', () => {
  it('gives every name once, whatever its case', () => {
    const unique = createUniqueNames();
    const names = ['a.cbz', 'a.cbz', 'A.CBZ', 'a (2).cbz', 'b', 'b', 'a.cbz'].map(unique);
    expect(names).toEqual(['a.cbz', 'a (2).cbz', 'A (3).CBZ', 'a (2) (2).cbz', 'b', 'b (2)', 'a (4).cbz']);
  });

  it('is quick for thousands of equal names', () => {
    const unique = createUniqueNames();
    const names = Array.from({ length: 20_000 }, () => unique('same.cbz'));
    expect(new Set(names).size).toBe(20_000);
    expect(names.at(-1)).toBe('same (20000).cbz');
  });
});
