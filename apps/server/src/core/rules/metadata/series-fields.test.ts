import type { EmbeddedMetadata } from '@lectern/formats';
import { describe, expect, it } from 'vitest';
import {
  addBookValues,
  listRivals,
  planFromBook,
  planFromFolders,
  planFromSeriesJson,
  type SaidByBooks,
  type SeriesChange,
  type SeriesFields,
  type Teller,
} from '#core/rules/metadata/series-fields.ts';

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

const NONE: ReadonlySet<string> = new Set();
const NOTHING: SaidByBooks = new Map();

function tells(bookId: string, metadata: Omit<EmbeddedMetadata, 'sources'>): Teller {
  return { bookId, metadata: { ...metadata, sources: [] } };
}

function apply(series: SeriesFields, change: SeriesChange | undefined): SeriesFields {
  return change === undefined ? series : { ...series, ...change.values, filled: change.filled };
}

function saidBy(...tellers: Teller[]): SaidByBooks {
  const found: Parameters<typeof addBookValues>[0] = new Map();
  addBookValues(found, tellers);
  return found;
}

const said = { publisher: 'Image', year: 2012, summary: 'Far away', status: 'ended' } as const;

describe('planFromSeriesJson', () => {
  it('fills, renews and withdraws what it said', () => {
    const filled = apply(untouched, planFromSeriesJson(untouched, said, NOTHING));
    expect(filled).toMatchObject(said);
    const renewed = apply(filled, planFromSeriesJson(filled, { ...said, year: 2013, status: 'hiatus' }, NOTHING));
    expect(renewed).toMatchObject({ ...said, year: 2013, status: 'hiatus' });
    const gone = apply(renewed, planFromSeriesJson(renewed, {}, NOTHING));
    expect(gone).toEqual(untouched);
    expect(planFromSeriesJson(renewed, { ...said, year: 2013, status: 'hiatus' }, NOTHING).values).toEqual({});
  });

  it('leaves what a person said, then and later', () => {
    const edited = {
      ...apply(untouched, planFromSeriesJson(untouched, said, NOTHING)),
      publisher: 'Mine',
      locks: '["publisher"]',
    };
    const renewed = apply(edited, planFromSeriesJson(edited, { ...said, publisher: 'Other', year: 2000 }, NOTHING));
    expect(renewed).toMatchObject({ publisher: 'Mine', year: 2000 });
    expect(apply(renewed, planFromSeriesJson(renewed, {}, NOTHING))).toMatchObject({ publisher: 'Mine', year: null });
  });

  it.each(['publisher', 'publisherLock'])('leaves a field that is locked as "%s", blank or not', (lock) => {
    const locked = { ...untouched, locks: JSON.stringify([lock]) };
    expect(planFromSeriesJson(locked, said, NOTHING).values).toEqual({
      year: 2012,
      summary: 'Far away',
      status: 'ended',
    });
  });

  it('goes before what a book said, which comes back when it goes', () => {
    const book = { publisher: 'From the book', year: 1999 };
    const filled = apply(untouched, planFromBook(untouched, tells('b', book), NONE));
    expect(filled).toMatchObject(book);
    const told = apply(filled, planFromSeriesJson(filled, { publisher: 'Image' }, saidBy(tells('b', book))));
    expect(told).toMatchObject({ publisher: 'Image', year: 1999 });
    expect(apply(told, planFromSeriesJson(told, {}, saidBy(tells('b', book))))).toEqual(filled);
  });

  it('takes values of before this was kept in mind for those of books', () => {
    const old = { ...untouched, filled: null, publisher: 'Old', status: 'hiatus' };
    expect(planFromSeriesJson(old, said, NOTHING).values).toEqual(said);
  });
});

describe('planFromFolders', () => {
  const from = (fields: object) => planFromFolders({ ...untouched, ...fields }, 'Marvel');

  it('fills an empty publisher, and clears it when the folders no longer name it', () => {
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
    expect(planFromBook(series, tells('b', { summary: 'Why.', publisher: 'Image' }), NONE)?.values).toEqual({
      summary: 'Why.',
    });
  });
});

describe('planFromBook', () => {
  it('fills a series that says nothing, and no other', () => {
    const teller = tells('b', { publisher: 'Image', year: 2012 });
    expect(planFromBook(untouched, teller, NONE)?.values).toEqual({ publisher: 'Image', year: 2012 });
    expect(planFromBook({ ...untouched, year: 1990 }, teller, NONE)).toBeUndefined();
    const locked = { ...untouched, locks: '["publisher"]' };
    expect(planFromBook(locked, teller, NONE)?.values).toEqual({ year: 2012 });
    expect(planFromBook(untouched, tells('b', {}), NONE)).toBeUndefined();
  });

  it('takes of each field what the first book says that says anything, in whichever order they are told', () => {
    const tellers = [
      tells('1', { languageIso: 'en' }),
      tells('2', { summary: 'Two', year: 2002 }),
      tells('3', { summary: 'Three', year: 2003, publisher: 'Image', languageIso: 'de' }),
    ];
    const told = { summary: 'Two', year: 2002, publisher: 'Image', language: 'en' };
    for (const order of ['012', '021', '102', '120', '201', '210']) {
      let series = untouched;
      for (const at of order) {
        const teller = tellers[Number(at)] ?? tells('', {});
        const rivals = listRivals(series, teller);
        const beaten = new Set(rivals.filter((rival) => rival !== undefined && teller.bookId < rival));
        series = apply(series, planFromBook(series, teller, beaten));
      }
      expect([order, series]).toMatchObject([order, told]);
    }
  });

  it('renews what the same book said, and asks about none for what is said alike', () => {
    const first = apply(untouched, planFromBook(untouched, tells('1', { summary: 'One', year: 2001 }), NONE));
    expect(listRivals(first, tells('1', { summary: 'Anew' }))).toEqual([]);
    expect(planFromBook(first, tells('1', { summary: 'Anew' }), NONE)?.values).toEqual({ summary: 'Anew' });
    expect(listRivals(first, tells('2', { year: 2001, publisher: 'Image' }))).toEqual([]);
    expect(listRivals(first, tells('2', { year: 2002 }))).toEqual(['1']);
  });

  it('leaves a series to its series.json and to a person', () => {
    const json = apply(untouched, planFromSeriesJson(untouched, { publisher: 'Image' }, NOTHING));
    const edited = { ...json, publisher: 'Mine', locks: '["publisher"]' };
    expect(planFromBook(json, tells('1', { summary: 'One', publisher: 'Other' }), NONE)).toBeUndefined();
    expect(planFromBook(edited, tells('1', { publisher: 'Other' }), NONE)).toBeUndefined();
  });
});

describe('addSaid', () => {
  it('keeps of each field the first book that says it, and tells when nothing is left to say', () => {
    const found: Parameters<typeof addBookValues>[0] = new Map();
    const second = tells('2', { summary: 'Two', year: 2002, publisher: 'Image', imprint: 'Shadowline' });
    expect(addBookValues(found, [tells('1', { year: 2001 }), second])).toBe(false);
    expect(addBookValues(found, [tells('3', { summary: 'Three', ageRating: 12, languageIso: 'de' })])).toBe(true);
    expect(Object.fromEntries(found)).toEqual({
      year: { value: 2001, bookId: '1' },
      summary: { value: 'Two', bookId: '2' },
      publisher: { value: 'Image', bookId: '2' },
      imprint: { value: 'Shadowline', bookId: '2' },
      ageRating: { value: 12, bookId: '3' },
      language: { value: 'de', bookId: '3' },
    });
  });
});
