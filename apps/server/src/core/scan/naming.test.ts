import { describe, expect, it } from 'vitest';
import { chooseNumber } from './choose-number.ts';
import { titleBook } from './choose-title.ts';
import { placeInSeries, stemOf } from './place-in-series.ts';

describe('placeInSeries', () => {
  it.each([
    ['Batman/issue1.cbz', 'Batman', 'Batman'],
    ['Batman/Year One/issue1.cbz', 'Batman/Year One', 'Year One'],
    ['_to_filter/Say Hello to Black Jack/book.cbz', '_to_filter/Say Hello to Black Jack', 'Say Hello to Black Jack'],
    ['standalone.cbz', '/standalone', 'standalone'],
    ['The Martian.epub', '/The Martian', 'The Martian'],
  ])('%s is in the group %s, the series %s', (path, groupPath, name) => {
    expect(placeInSeries(path)).toEqual({ groupPath, name });
  });
});

describe('stemOf', () => {
  it.each([
    ['book.vol.1.cbz', 'book.vol.1'],
    ['NoExtension', 'NoExtension'],
    ['.cbz', '.cbz'],
  ])('%s is %s', (name, stem) => {
    expect(stemOf(name)).toBe(stem);
  });
});

describe('chooseNumber', () => {
  const sources = { stated: '12.5', isLocked: false, stem: 'Naruto v03', position: 7 };
  it.each([
    ['file_order', sources, { text: '7', sort: 7 }],
    ['file_order', { ...sources, position: null }, undefined],
    ['metadata', sources, { text: '12.5', sort: 12.5 }],
    ['metadata', { ...sources, stated: null }, { text: null, sort: null }],
    ['filename', sources, { text: '3', sort: 3 }],
    ['smart', sources, { text: '12.5', sort: 12.5 }],
    ['smart', { ...sources, stated: 'one' }, { text: '3', sort: 3 }],
    ['smart', { ...sources, stated: null, stem: 'Extra' }, { text: '7', sort: 7 }],
    ['file_order', { ...sources, isLocked: true }, { text: '12.5', sort: 12.5 }],
  ] as const)('%s of %o is %o', (strategy, from, expected) => {
    expect(chooseNumber(strategy, from)).toEqual(expected);
  });
});

describe('titleBook', () => {
  const sources = {
    stem: 'Batman #001',
    seriesName: 'One Piece',
    statedTitle: 'The Court of Owls',
    statedVolume: 4,
    statedChapter: null,
    number: '1',
    seriesSize: 50,
  };
  it.each([
    ['filename', sources, 'Batman #001'],
    ['metadata_first', sources, 'The Court of Owls'],
    ['metadata_first', { ...sources, statedTitle: ' ' }, 'Batman #001'],
    ['smart', { ...sources, statedTitle: 'Vol. 3' }, 'Batman #001'],
    ['smart', { ...sources, statedTitle: 'Chapter 12' }, 'Batman #001'],
    ['smart', { ...sources, statedTitle: 'volume 3' }, 'Batman #001'],
    ['smart', { ...sources, statedTitle: 'The Dark Knight Returns' }, 'The Dark Knight Returns'],
    ['series_name', sources, 'One Piece v.01'],
    ['series_name', { ...sources, number: '42', seriesSize: 120 }, 'One Piece v.042'],
    ['series_name', { ...sources, number: '1.5' }, 'One Piece v.01.5'],
    ['series_name', { ...sources, number: null }, 'Batman #001'],
  ] as const)('%s of %o is %s', (strategy, from, expected) => {
    expect(titleBook(strategy, from).title).toBe(expected);
  });

  it('takes volume and chapter from where the strategy takes the title', () => {
    const named = { ...sources, stem: 'Series v15 - c126' };
    expect(titleBook('filename', named)).toMatchObject({ volume: 15, chapter: 126 });
    expect(titleBook('metadata_first', named)).toMatchObject({ volume: 4, chapter: null });
    expect(titleBook('smart', named)).toMatchObject({ volume: 4, chapter: 126 });
  });
});
