import { describe, expect, it } from 'vitest';
import { findGaps, type NumberedBook } from './find-gaps.ts';

const NONE = { volumes: null, chapters: null };

function book(values: Partial<NumberedBook>): NumberedBook {
  return { volume: null, chapter: null, number: null, fileName: 'x.cbz', ...values };
}

const volumes = (...numbers: readonly number[]) => numbers.map((volume) => book({ volume, number: volume }));
const chapters = (volume: number | null, ...numbers: readonly number[]) =>
  numbers.map((chapter) => book({ volume, chapter, number: chapter }));
const issues = (volume: number | null, ...numbers: readonly number[]) =>
  numbers.map((number) => book({ volume, number }));

function words(books: readonly NumberedBook[], totals = {}): string[] {
  return findGaps(books, { ...NONE, ...totals }).map(({ unit, from, to }) => `${unit} ${from}-${to}`);
}

describe('findGaps', () => {
  it('names volumes missing between the first and the last', () => {
    expect(words(volumes(2, 3, 5, 8))).toEqual(['volume 4-4', 'volume 6-7']);
    expect(words(volumes(1, 2, 3))).toEqual([]);
    expect(words([])).toEqual([]);
  });

  it('goes on to the stated total', () => {
    expect(words(volumes(1, 2), { volumes: 5 })).toEqual(['volume 3-5']);
    expect(words(volumes(1, 2), { volumes: 2 })).toEqual([]);
    expect(words(chapters(null, 1, 2), { chapters: 2.5 })).toEqual([]);
  });

  it('sees neither a gap nor a book in a fraction', () => {
    expect(words(chapters(null, 10, 10.5, 11))).toEqual([]);
    expect(words(chapters(null, 10, 10.5, 12))).toEqual(['chapter 11-11']);
    expect(words(chapters(null, 9, 10.5, 11))).toEqual(['chapter 10-10']);
  });

  it('counts every volume of an omnibus', () => {
    const omnibus = book({ volume: 1, number: 1, fileName: 'Saga v01-03 (2020).cbz' });
    expect(words([omnibus, ...volumes(5)])).toEqual(['volume 4-4']);
    expect(words([book({ chapter: 1, fileName: 'Saga c001-010.cbz' }), ...chapters(null, 12)])).toEqual([
      'chapter 11-11',
    ]);
  });

  it('does not miss a volume of which there are chapters', () => {
    expect(words([...chapters(1, 1, 2), ...chapters(2, 3, 4), ...volumes(3)])).toEqual([]);
  });

  it('does not miss chapters that a whole volume holds', () => {
    expect(words([...chapters(1, 1, 2), ...volumes(2), ...chapters(3, 9, 10)])).toEqual([]);
    expect(words([...chapters(1, 1, 2), ...chapters(3, 9, 10)])).toEqual(['volume 2-2', 'chapter 3-8']);
    expect(words([...volumes(1), ...chapters(null, 9, 11)])).toEqual(['chapter 10-10']);
  });

  it('counts issues, not the volume that they share', () => {
    expect(words(issues(2, 1, 2, 4))).toEqual(['number 3-3']);
    expect(words(issues(2016, 1, 2, 4))).toEqual(['number 3-3']);
    expect(words(issues(null, 1, 2, 4))).toEqual(['number 3-3']);
  });

  it('trusts no numbers that are far apart', () => {
    expect(words(issues(null, 1, 2, 2049))).toEqual([]);
    expect(words(issues(null, 1, 3))).toEqual([]);
    expect(words(volumes(1, 40))).toEqual([]);
    expect(words(volumes(1994, 1996))).toEqual([]);
  });

  it('ignores books without a number', () => {
    expect(words([...volumes(1, 2), book({}), book({ fileName: 'Art book.cbz' })])).toEqual([]);
  });
});
