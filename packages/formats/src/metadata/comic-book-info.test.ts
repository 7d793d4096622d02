import { describe, expect, it } from 'vitest';
import { readComicBookInfo } from './comic-book-info.ts';
import { type DocumentReading } from './field-reader.ts';

function read(info: unknown): DocumentReading {
  return readComicBookInfo(
    Buffer.from(JSON.stringify({ appID: 'a program/1', lastModified: '2010', 'ComicBookInfo/1.0': info })),
  );
}

describe('readComicBookInfo', () => {
  it('reads every key that Lectern keeps', () => {
    const { metadata, problems } = read({
      series: 'Night Trains',
      title: 'The Last Carriage',
      publisher: 'Pub',
      publicationMonth: 12,
      publicationYear: 1996,
      issue: 8,
      numberOfIssues: '12',
      volume: 2,
      numberOfVolumes: 3,
      rating: 4.5,
      genre: 'Mystery, Night',
      language: 'English',
      country: 'Finland',
      comments: 'First line\nsecond',
      tags: ['trains', 'night', 7, null, 'Trains'],
      credits: [
        { person: 'Oar, Ann', role: 'Writer', primary: 'YES' },
        { person: 'Bob Mast', role: 'Artist' },
        { person: '', role: 'Inker' },
        { role: 'Inker' },
        'Cy',
      ],
    });
    expect(problems).toEqual([]);
    expect(metadata).toEqual({
      series: 'Night Trains',
      title: 'The Last Carriage',
      publisher: 'Pub',
      year: 1996,
      month: 12,
      number: '8',
      chapter: 8,
      count: 12,
      volume: 2,
      communityRating: 4.5,
      genres: ['Mystery', 'Night'],
      languageIso: 'en',
      summary: 'First line\nsecond',
      tags: ['trains', 'night', '7'],
      contributors: [
        { name: 'Ann Oar', role: 'writer', sortName: 'Oar, Ann' },
        { name: 'Bob Mast', role: 'penciller' },
      ],
      sources: ['ComicBookInfo'],
    });
  });

  it.each([
    ['nothing', ''],
    ['words', 'Scanned by hand'],
    ['broken JSON', '{"ComicBookInfo/1.0":{"series":'],
    ['another object', '{"a":{"series":"S"}}'],
    ['a list', '["ComicBookInfo/1.0"]'],
    ['no object inside', '{"ComicBookInfo/1.0":"S"}'],
  ])('says nothing about a comment of %s', (_what, comment) => {
    expect(readComicBookInfo(Buffer.from(comment))).toEqual({ metadata: { sources: [] }, problems: [] });
  });

  it('loses only the values that are bad, and passes over those of a wrong type', () => {
    const { metadata, problems } = read({
      title: 'T',
      series: { name: 'S' },
      publicationYear: 20,
      rating: 11,
      tags: 'a,b',
      credits: { person: 'x' },
    });
    expect(metadata).toEqual({ title: 'T', sources: ['ComicBookInfo'] });
    expect(problems.map(({ code }) => code)).toEqual(['comic-book-info.bad-value', 'comic-book-info.bad-value']);
  });

  it('drops characters that only an escape can write', () => {
    expect(read({ title: 'a\0b\u0007', tags: ['x\0'] }).metadata).toMatchObject({ title: 'ab', tags: ['x'] });
  });

  it('takes nothing from what every object has', () => {
    expect(readComicBookInfo(Buffer.from('{"ComicBookInfo/1.0":{"__proto__":{"title":"T"}}}')).metadata).toEqual({
      sources: [],
    });
  });
});
