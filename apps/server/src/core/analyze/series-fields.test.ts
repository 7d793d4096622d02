import { describe, expect, it } from 'vitest';
import {
  planFromBook,
  planFromFolders,
  planFromSeriesJson,
  type SeriesChange,
  type SeriesFields,
} from './series-fields.ts';

const untouched: SeriesFields = {
  summary: null,
  publisher: null,
  year: null,
  status: 'ongoing',
  imprint: null,
  ageRating: null,
  language: null,
  filled: '{}',
  locks: '[]',
};

function apply(series: SeriesFields, change: SeriesChange | undefined): SeriesFields {
  return change === undefined ? series : { ...series, ...change.values, filled: change.filled };
}

const said = { publisher: 'Image', year: 2012, summary: 'Far away', status: 'ended' } as const;

describe('planFromSeriesJson', () => {
  it('fills, renews and withdraws what it said', () => {
    const filled = apply(untouched, planFromSeriesJson(untouched, said, {}));
    expect(filled).toMatchObject(said);
    const renewed = apply(filled, planFromSeriesJson(filled, { ...said, year: 2013, status: 'hiatus' }, {}));
    expect(renewed).toMatchObject({ ...said, year: 2013, status: 'hiatus' });
    const gone = apply(renewed, planFromSeriesJson(renewed, {}, {}));
    expect(gone).toEqual(untouched);
    expect(planFromSeriesJson(renewed, { ...said, year: 2013, status: 'hiatus' }, {}).values).toEqual({});
  });

  it('leaves what a person said, then and later', () => {
    const edited = {
      ...apply(untouched, planFromSeriesJson(untouched, said, {})),
      publisher: 'Mine',
      locks: '["publisher"]',
    };
    const renewed = apply(edited, planFromSeriesJson(edited, { ...said, publisher: 'Other', year: 2000 }, {}));
    expect(renewed).toMatchObject({ publisher: 'Mine', year: 2000 });
    expect(apply(renewed, planFromSeriesJson(renewed, {}, {}))).toMatchObject({ publisher: 'Mine', year: null });
  });

  it.each(['publisher', 'publisherLock'])('leaves a field that is locked as "%s", blank or not', (lock) => {
    const locked = { ...untouched, locks: JSON.stringify([lock]) };
    expect(planFromSeriesJson(locked, said, {}).values).toEqual({ year: 2012, summary: 'Far away', status: 'ended' });
  });

  it('goes before what a book said, which comes back when it goes', () => {
    const book = { publisher: 'From the book', year: 1999 };
    const filled = apply(untouched, planFromBook(untouched, { ...book, sources: [] }));
    expect(filled).toMatchObject(book);
    const told = apply(filled, planFromSeriesJson(filled, { publisher: 'Image' }, book));
    expect(told).toMatchObject({ publisher: 'Image', year: 1999 });
    expect(apply(told, planFromSeriesJson(told, {}, book))).toMatchObject(book);
  });

  it('takes values of before this was kept in mind for those of books', () => {
    const old = { ...untouched, filled: null, publisher: 'Old', status: 'hiatus' };
    expect(planFromSeriesJson(old, said, {}).values).toEqual(said);
  });
});

describe('planFromFolders', () => {
  const from = (fields: object) => planFromFolders({ ...untouched, ...fields }, 'Marvel');

  it('names the publisher where nobody did, and takes it back when the folders no longer say it', () => {
    const named = from({});
    expect(named?.values).toEqual({ publisher: 'Marvel' });
    const series = { ...untouched, publisher: 'Marvel', filled: named?.filled ?? null };
    expect(planFromFolders(series, 'DC')?.values).toEqual({ publisher: 'DC' });
    expect(planFromFolders(series, null)).toEqual({ values: { publisher: null }, filled: '{}' });
    expect(planFromFolders(series, 'Marvel')).toBeUndefined();
  });

  it('leaves what a person or a file said', () => {
    expect(from({ publisher: 'Image', filled: '{}' })).toBeUndefined();
    expect(from({ locks: '["publisherLock"]' })).toBeUndefined();
    const filled = JSON.stringify({ publisher: { from: 'book', value: 'Image' } });
    expect(from({ publisher: 'Image', filled })).toBeUndefined();
    expect(planFromFolders({ ...untouched, publisher: 'Image', filled: null }, null)).toBeUndefined();
  });

  it('does not keep a book from telling the rest', () => {
    const series = { ...untouched, publisher: 'Marvel', filled: from({})?.filled ?? null };
    expect(planFromBook(series, { summary: 'Why.', publisher: 'Image', sources: [] })?.values).toEqual({
      summary: 'Why.',
    });
  });
});

describe('planFromBook', () => {
  it('fills a series that says nothing, and no other', () => {
    const metadata = { publisher: 'Image', year: 2012, sources: [] };
    expect(planFromBook(untouched, metadata)?.values).toEqual({ publisher: 'Image', year: 2012 });
    expect(planFromBook({ ...untouched, year: 1990 }, metadata)).toBeUndefined();
    const locked = { ...untouched, locks: '["publisher"]' };
    expect(planFromBook(locked, metadata)?.values).toEqual({ year: 2012 });
    expect(planFromBook(untouched, { sources: [] })).toBeUndefined();
  });
});
