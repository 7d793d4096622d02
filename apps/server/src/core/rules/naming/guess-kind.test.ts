import { describe, expect, it } from 'vitest';
import { type BookSigns, countName, guessKind, startCounts } from './guess-kind.ts';

function guess(folderName: string, names: readonly string[], books: readonly BookSigns[] = []) {
  const counts = startCounts();
  for (const name of names) countName(counts, name);
  return guessKind({ folderName, counts, books });
}

/** Ten names with a counter from 1. */
function list(name: (index: number) => string): string[] {
  return Array.from({ length: 10 }, (_, index) => name(index + 1));
}

const COMIC: BookSigns = { isComic: true, isRightToLeft: false, isStrip: false };

describe('guessKind', () => {
  it.each([
    ['Manga', list((index) => `Sea/Sea ${String(index)}.cbz`), 'manga', 'rtl'],
    ['漫画', list((index) => `${String(index)}.zip`), 'manga', 'rtl'],
    ['Comics', list((index) => `Saga/Saga #${String(index)}.cbr`), 'comics', 'ltr'],
    ['BD', list((index) => `Tintin/${String(index)}.pdf`), 'comics', 'ltr'],
    ['Webtoons', list((index) => `Tower/${String(index)}.cbz`), 'comics', 'webtoon'],
    ['Zeitschriften', list((index) => `c't/${String(index)}.pdf`), 'magazines', 'ltr'],
    ['Calibre Library', list((index) => `A/B (${String(index)})/B.epub`), 'books', 'ltr'],
    ['media', list((index) => `${String(index)}.epub`), 'books', 'ltr'],
    ['media', list((index) => `Saga/Saga #${String(index)} (2012).cbz`), 'comics', 'ltr'],
    ['media', list((index) => `Sea/Sea v0${String(index)}.cbz`), 'manga', 'rtl'],
    ['media', list((index) => `海/ワンピース ${String(index)}.cbz`), 'manga', 'rtl'],
    ['media', list((index) => `Wired/Wired 2024-${String(index)}.pdf`), 'magazines', 'ltr'],
    ['media', list((index) => `National Review March ${String(2000 + index)}.pdf`), 'magazines', 'ltr'],
    ['media', list((index) => `Paper ${String(index)}.pdf`), 'books', 'ltr'],
    [
      'media',
      [...list((index) => `${String(index)}.epub`), ...list((index) => `${String(index)}.cbz`)],
      'mixed',
      'ltr',
    ],
    // The name of a folder is wrong when nearly all files say so.
    ['Comic inbox', list((index) => `${String(index)}.epub`), 'books', 'ltr'],
    ['Books', list((index) => `Saga/Saga #${String(index)}.cbz`), 'comics', 'ltr'],
  ])('takes %s with %j for %s (%s)', (folder, names, kind, defaultReadingDirection) => {
    expect(guess(folder, names)).toMatchObject({ kind, defaultReadingDirection });
  });

  it('believes what is inside of books', () => {
    const names = list((index) => `Saga/Saga #${String(index)}.cbz`);
    const inside = (sign: Partial<BookSigns>) =>
      guess('media', names, [COMIC, { ...COMIC, ...sign }, { ...COMIC, ...sign }]);
    expect(inside({ isRightToLeft: true })).toMatchObject({ kind: 'manga', defaultReadingDirection: 'rtl' });
    expect(inside({ isStrip: true })).toMatchObject({ kind: 'comics', defaultReadingDirection: 'webtoon' });
    expect(inside({})).toMatchObject({ kind: 'comics', defaultReadingDirection: 'ltr' });
    const ebooks = list((index) => `Sea ${String(index)}.epub`);
    expect(guess('media', ebooks, [COMIC, COMIC])).toMatchObject({ kind: 'comics' });
  });

  it('does not take the few comics of a mixed folder for all of it', () => {
    const names = [...list((index) => `${String(index)}.epub`), ...list((index) => `${String(index)}.cbz`)];
    const text = { ...COMIC, isComic: false };
    for (const sign of ['isRightToLeft', 'isStrip'] as const) {
      const found = guess('media', names, [text, { ...COMIC, [sign]: true }, text]);
      expect(found).toMatchObject({ kind: 'mixed', defaultReadingDirection: 'ltr' });
    }
  });

  it('gives each reason as a sentence, and no guess without books', () => {
    expect(guess('Manga', ['a.cbz'], [{ ...COMIC, isRightToLeft: true }])?.reasons).toEqual([
      'The folder is called “Manga”.',
      'Its books say that they are read from right to left.',
    ]);
    expect(guess('Manga', [])).toBeNull();
  });
});
