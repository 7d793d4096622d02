import { describe, expect, it } from 'vitest';
import { type OutlineBook, planOutline } from './plan-outline.ts';

const NONE = { volumes: null, chapters: null };

function book(volume: number | null, chapter: number | null, values: Partial<OutlineBook> = {}): OutlineBook {
  return { volume, chapter, number: chapter ?? volume, fileName: 'x.cbz', isRead: false, ...values };
}

describe('planOutline', () => {
  it('makes sections of volumes, loose chapters and specials', () => {
    const books = [
      book(1, 1, { isRead: true }),
      book(1, 2),
      book(2, 3),
      book(null, 4),
      book(null, null, { number: 5 }),
    ];
    expect(planOutline(books, NONE)).toEqual({
      bookCount: 5,
      sections: [
        { kind: 'volume', volume: 1, bookCount: 2, readCount: 1 },
        { kind: 'volume', volume: 2, bookCount: 1, readCount: 0 },
        { kind: 'chapters', volume: null, bookCount: 1, readCount: 0 },
        { kind: 'specials', volume: null, bookCount: 1, readCount: 0 },
      ],
      gaps: [],
    });
  });

  it.each([
    ['volumes only', [book(1, null), book(2, null)]],
    ['chapters only', [book(null, 1), book(null, 2)]],
    ['one volume', [book(1, 1), book(1, 2)]],
    ['nothing', []],
  ])('makes no sections of %s', (_, books) => {
    expect(planOutline(books, NONE).sections).toEqual([]);
  });

  it('places a gap before the next book of the series', () => {
    const books = [book(1, null), book(2, null), book(5, null), book(null, null, { number: null })];
    expect(planOutline(books, { volumes: 6, chapters: null }).gaps).toEqual([
      { unit: 'volume', from: 3, to: 4, section: null, index: 2 },
      { unit: 'volume', from: 6, to: 6, section: null, index: 3 },
    ]);
  });

  it('places a gap in its section, and missing volumes between sections', () => {
    const books = [book(1, 1), book(1, 3), book(3, 9), book(3, 10), book(null, null, { number: null })];
    expect(planOutline(books, { volumes: 4, chapters: 11 }).gaps).toEqual([
      { unit: 'volume', from: 2, to: 2, section: 1, index: 0 },
      { unit: 'volume', from: 4, to: 4, section: 2, index: 0 },
      { unit: 'chapter', from: 2, to: 2, section: 0, index: 1 },
      { unit: 'chapter', from: 4, to: 8, section: 0, index: 2 },
      { unit: 'chapter', from: 11, to: 11, section: 1, index: 2 },
    ]);
  });
});
