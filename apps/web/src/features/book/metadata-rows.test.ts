import type { BookMetadata } from '@lectern/contract';
import { describe, expect, it } from 'vitest';
import { appeared } from './facts.ts';
import { metadataRows } from './metadata-rows.ts';

const empty: BookMetadata = {
  id: 'm',
  bookId: 'b',
  title: null,
  subtitle: null,
  originalTitle: null,
  summary: null,
  series: null,
  seriesPosition: null,
  seriesTotal: null,
  count: null,
  number: null,
  volume: null,
  chapter: null,
  pageCount: null,
  year: null,
  month: null,
  day: null,
  originalYear: null,
  releaseDate: null,
  publisher: null,
  imprint: null,
  edition: null,
  formatDetail: null,
  genre: null,
  languageIso: null,
  isbns: null,
  translator: null,
  manga: null,
  blackAndWhite: null,
  bookType: null,
  subjects: null,
  writers: [],
  pencillers: [],
  inkers: [],
  colorists: [],
  letterers: [],
  coverArtists: [],
  editors: [],
  authors: [],
  awards: [],
  customMetadata: null,
};

describe('metadataRows', () => {
  it('says nothing about what a book does not say', () => {
    expect(metadataRows(empty)).toEqual([]);
  });

  it('names nobody twice and spells the language out', () => {
    const rows = metadataRows({
      ...empty,
      writers: ['Ada'],
      authors: [
        { name: 'Ada', role: 'writer', sortName: null },
        { name: 'Bo', role: 'author', sortName: null },
      ],
      languageIso: 'fr',
      subtitle: '',
    });
    expect(rows).toEqual([
      { label: 'Author', names: ['Bo'], field: 'author' },
      { label: 'Writer', names: ['Ada'], field: 'author' },
      { label: 'Language', names: ['French'] },
    ]);
  });

  it('leaves subjects out that only repeat the genre', () => {
    const said = { ...empty, genre: 'Crime, Noir' };
    expect(metadataRows({ ...said, subjects: ['Crime', 'Noir'] })).toEqual([
      { label: 'Genre', names: ['Crime', 'Noir'], field: 'genre' },
    ]);
    expect(metadataRows({ ...said, subjects: ['Harbour'] })).toHaveLength(2);
  });

  it('keeps a language code that means nothing', () => {
    expect(metadataRows({ ...empty, languageIso: '!!' })).toEqual([{ label: 'Language', names: ['!!'] }]);
  });
});

describe('appeared', () => {
  it('names the month when it is one', () => {
    expect(appeared({ year: 2019, month: 3 })).toBe('March 2019');
    expect(appeared({ year: 2019, month: 13 })).toBe('2019');
    expect(appeared({ year: null, month: 3 })).toBeUndefined();
  });
});
