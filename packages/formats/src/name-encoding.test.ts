import { describe, expect, it } from 'vitest';
import { chooseNameDecoder, cleanName, isEscapingName } from './name-encoding.ts';

function decode(...hex: string[]): readonly string[] {
  const raw = hex.map((bytes) => Buffer.from(bytes, 'hex'));
  const decoder = chooseNameDecoder(raw);
  return raw.map(decoder);
}

const latin = (text: string): string => Buffer.from(text, 'latin1').toString('hex');

describe('names without a word about their encoding', () => {
  it('are ASCII and UTF-8 when they can be', () => {
    expect(decode(latin('page 1.jpg'), Buffer.from('漫画.jpg').toString('hex'))).toEqual(['page 1.jpg', '漫画.jpg']);
  });

  it('are Shift-JIS when Japanese characters stand side by side', () => {
    // マンガ.jpg, and 表紙.jpg whose first character ends in a backslash byte
    expect(decode('837d8393834b2e6a7067', '955c8e862e6a7067')).toEqual(['マンガ.jpg', '表紙.jpg']);
  });

  it('are code page 437 when accents stand alone, though they would make kanji', () => {
    // sch<94>n.jpg, caf<82>.jpg, ni<a4>o.jpg
    expect(decode('736368946e2e6a7067', '636166822e6a7067', '6e69a46f2e6a7067')).toEqual([
      'schön.jpg',
      'café.jpg',
      'niño.jpg',
    ]);
  });

  it('are decoded alike in one archive, one by one only where UTF-8 is certain', () => {
    const utf8 = Buffer.from('é.jpg').toString('hex');
    expect(decode('837d8393834b2e6a7067', utf8)).toEqual(['マンガ.jpg', 'é.jpg']);
  });

  it('never fail', () => {
    const every = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0')).join('');
    expect(decode(every)[0]).toHaveLength(256);
  });
});

describe('a clean name', () => {
  it('has slashes between folders and none at the end', () => {
    expect(cleanName('a\\b\\c.jpg')).toBe('a/b/c.jpg');
    expect(cleanName('a/b//')).toBe('a/b');
  });

  it('has no character that a database or JSON refuses', () => {
    expect(cleanName('a\0b\u{d800}c')).toBe('a\u{fffd}b\u{fffd}c');
  });

  it('keeps what points outside, which is then told', () => {
    expect(cleanName('../../a.jpg')).toBe('../../a.jpg');
    expect(['../a', 'a/../b', '/a', 'C:/a', 'c:a', '..'].map(isEscapingName)).toEqual(Array(6).fill(true));
    expect(['a..b', '...', 'a/..b', 'ab:c', '.a'].map(isEscapingName)).toEqual(Array(5).fill(false));
  });
});
