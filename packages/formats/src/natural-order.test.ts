import { describe, expect, it } from 'vitest';
import { compareNatural, sortNaturally } from './natural-order.ts';

function sorted(...names: string[]): readonly string[] {
  return sortNaturally(names, (name) => name);
}

describe('natural order', () => {
  it('puts page 2 before page 10, whatever the zeros before them', () => {
    expect(sorted('page10.jpg', 'page2.jpg', 'page001.jpg', 'page1.jpg')).toEqual([
      'page001.jpg',
      'page1.jpg',
      'page2.jpg',
      'page10.jpg',
    ]);
  });

  it('compares numbers of any length', () => {
    expect(sorted('99999999999999999999999.jpg', '100000000000000000000000.jpg', '9.jpg')).toEqual([
      '9.jpg',
      '99999999999999999999999.jpg',
      '100000000000000000000000.jpg',
    ]);
  });

  it('is blind to case, with a fixed order for names that only differ in it', () => {
    expect(sorted('b.jpg', 'A.jpg', 'a.jpg', 'B.jpg')).toEqual(['A.jpg', 'a.jpg', 'B.jpg', 'b.jpg']);
  });

  it('keeps a folder together before folders that continue its name', () => {
    expect(sorted('ch 1 extra/1.jpg', 'ch 1/10.jpg', 'ch 1/2.jpg', 'ch 10/1.jpg', 'ch 2/1.jpg')).toEqual([
      'ch 1/2.jpg',
      'ch 1/10.jpg',
      'ch 1 extra/1.jpg',
      'ch 2/1.jpg',
      'ch 10/1.jpg',
    ]);
  });

  it('sorts names that begin with a mark by the mark', () => {
    expect(sorted('001.jpg', '!cover.jpg', '_last.jpg')).toEqual(['!cover.jpg', '001.jpg', '_last.jpg']);
  });

  it('takes a composed and a decomposed letter as the same', () => {
    expect(sorted('é2.jpg', 'e\u{301}10.jpg', 'é1.jpg')).toEqual(['é1.jpg', 'é2.jpg', 'e\u{301}10.jpg']);
  });

  it('is a total order', () => {
    const names = ['a1', 'a01', 'A1', 'a', '', 'a1b', 'a1/b', 'a 1', '1', '01'];
    for (const a of names) {
      for (const b of names) {
        expect(Math.sign(compareNatural(a, b)) + Math.sign(compareNatural(b, a))).toBe(0);
        expect(compareNatural(a, b) === 0).toBe(a === b);
      }
    }
  });
});
