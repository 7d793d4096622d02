import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkValue } from './check-value.ts';
import {
  changedFields,
  type Json,
  type Known,
  mergePatch,
  NO_DRAFT,
  rebase,
  toValues,
  pickUnsent,
  willBeLocked,
  withLock,
  withoutField,
  withoutKnown,
  withReset,
  withValue,
} from './draft.ts';
import { type Field, listFields } from './fields.ts';
import { readPeople } from './paste-people.ts';
import { lockWords, sourceWords, valueWords } from './value-words.ts';

const known: Known = {
  values: { year: 2012, summary: null, genres: ['War'], customMetadata: { shelf: 3, old: true } },
  locks: { yearLock: true, summaryLock: false },
  sources: {},
  updatedAt: '2026-01-01T00:00:00.000Z',
};

function field(name: string, kind: 'book' | 'series' = 'book'): Field {
  const found = listFields(kind).find((one) => one.name === name);
  if (found === undefined) throw new Error(`No field ${name}`);
  return found;
}

describe('a draft', () => {
  it('keeps only changes made since it was sent', () => {
    const sent = withLock(withValue(NO_DRAFT, known, 'year', 2013), known, 'summaryLock', true);
    expect(pickUnsent(sent, sent)).toEqual(NO_DRAFT);
    const since = withReset(withValue(withValue(sent, known, 'year', 2014), known, 'genres', []), field('summary'));
    expect(pickUnsent(since, sent)).toEqual({ values: { year: 2014, genres: [] }, locks: {}, reset: ['summary'] });
  });

  it('holds only values that differ from the saved state', () => {
    const changed = withValue(NO_DRAFT, known, 'year', 2013);
    expect(changed.values).toEqual({ year: 2013 });
    expect(withValue(changed, known, 'year', 2012)).toEqual(NO_DRAFT);
    expect(withLock(withLock(NO_DRAFT, known, 'yearLock', false), known, 'yearLock', true)).toEqual(NO_DRAFT);
    expect(withoutField(changed, field('year'))).toEqual(NO_DRAFT);
  });

  it('holds a value equal to the old state until a running save has ended', () => {
    const sent = withValue(NO_DRAFT, known, 'year', 2013);
    const typed = withLock(withValue(sent, undefined, 'year', 2012), undefined, 'summaryLock', false);
    expect(typed).toEqual({ values: { year: 2012 }, locks: { summaryLock: false }, reset: [] });
    const saved = { ...known, values: { ...known.values, year: 2013 } };
    expect(withoutKnown(pickUnsent(typed, sent), saved)).toEqual({ values: { year: 2012 }, locks: {}, reset: [] });
    expect(withoutKnown(typed, known)).toEqual(NO_DRAFT);
  });

  it('locks edited fields and unlocks reset ones', () => {
    expect(willBeLocked(withValue(NO_DRAFT, known, 'summary', 'New'), known, field('summary'))).toBe(true);
    expect(willBeLocked(withReset(NO_DRAFT, field('year')), known, field('year'))).toBe(false);
    expect(willBeLocked(NO_DRAFT, known, field('year'))).toBe(true);
  });

  it('lists changed fields in form order', () => {
    const draft = withReset(withValue(NO_DRAFT, known, 'genres', []), field('year'));
    expect(
      changedFields(withLock(draft, known, 'titleLock', true), listFields('book')).map(({ name }) => name),
    ).toEqual([...['title', 'genres', 'year']]);
  });

  it('rebases onto changes of other users and reports conflicts', () => {
    const draft = withValue(withValue(NO_DRAFT, known, 'year', 2013), known, 'summary', 'Mine');
    const theirs = { ...known, values: { ...known.values, summary: 'Theirs', genres: [] } };
    expect(rebase(draft, known, theirs)).toEqual({ draft, conflicts: ['summary'] });
    const same = { ...known, values: { ...known.values, summary: 'Mine' } };
    expect(rebase(draft, known, same)).toEqual({ draft: { ...draft, values: { year: 2013 } }, conflicts: [] });
  });

  it('sends custom data as a merge patch, and months as numbers', () => {
    const values = toValues(known, { customMetadata: { shelf: 4, fresh: 'x' }, month: '3' });
    expect(values).toEqual({ customMetadata: { old: null, shelf: 4, fresh: 'x' }, month: 3 });
  });
});

function apply(before: Json, patch: Json): Json {
  if (typeof patch !== 'object' || patch === null || Array.isArray(patch)) return patch;
  const isObject = typeof before === 'object' && before !== null && !Array.isArray(before);
  const merged = new Map<string, Json>(isObject ? Object.entries(before) : []);
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) merged.delete(key);
    else merged.set(key, apply(merged.get(key) ?? null, value));
  }
  return Object.fromEntries(merged);
}

describe('mergePatch', () => {
  it('knows keys that every object has from its own', () => {
    const own = Object.fromEntries([['__proto__', []]]) as Json;
    expect(Object.entries(mergePatch(own, {}) as object)).toEqual([['__proto__', null]]);
    expect(mergePatch({}, { toString: 'text', constructor: {} })).toEqual({ toString: 'text', constructor: {} });
    expect(Object.entries(mergePatch({}, Object.fromEntries([['__proto__', {}]])) as object)).toEqual([
      ['__proto__', {}],
    ]);
  });

  it('creates the target document from any two documents', () => {
    const leaf = fc.oneof(fc.string(), fc.integer(), fc.boolean());
    const { tree } = fc.letrec((tie) => ({
      tree: fc.oneof({ depthSize: 'small' }, leaf, fc.array(leaf), fc.dictionary(fc.string(), tie('tree'))),
    }));
    const object = fc.dictionary(fc.constantFrom('a', 'b', 'c', 'd'), tree);
    fc.assert(
      fc.property(object, object, (before, after) => {
        const [one, other] = [before as Json, after as Json];
        expect(apply(one, mergePatch(one, other))).toEqual(other);
      }),
    );
  });
});

describe('checkValue', () => {
  it('explains an invalid value in a sentence', () => {
    expect(checkValue(field('year'), 'soon')).toBe('Enter a number');
    expect(checkValue(field('day'), 32)).toBe('Enter a number from 1 to 31');
    expect(checkValue(field('volume'), 1.5)).toBe('Enter a whole number');
    expect(checkValue(field('chapter'), 1.5)).toBeUndefined();
    expect(checkValue(field('languageIso'), 'English')).toBeUndefined();
    expect(checkValue(field('languageIso'), 'e n')).toBe('Enter a language code such as en or pt-BR');
    expect(checkValue(field('title', 'series'), ' ')).toBe('This cannot be empty');
    expect(checkValue(field('customMetadata'), '{"half":')).toBe('Enter a JSON object');
    const link = { sourceName: 'Shop', url: 'ftp://x' };
    expect(checkValue(field('externalLinks'), [link])).toBe('Addresses begin with http:// or https://');
    const twice = [link, { ...link, sourceName: 'shop ' }].map((one) => ({ ...one, url: 'https://a.example' }));
    expect(checkValue(field('externalLinks'), twice)).toBe('Use each source only once');
    expect(checkValue(field('externalRatings', 'series'), [{ sourceName: 'x', rating: 101 }])).toBe(
      'Ratings are numbers from 0 to 100',
    );
  });
});

describe('readPeople', () => {
  it('parses lists with roles in any supported notation', () => {
    const text = 'Fiona Staples (pencils), Brian  Vaughan\nInks: Ann, Bo\nCy Dee - letterer\n\nJean-Luc\nann (Inker)';
    expect(readPeople(text, 'writer').map(({ name, role }) => `${name}: ${role}`)).toEqual([
      ...['Fiona Staples: penciller', 'Brian Vaughan: writer', 'Ann: inker', 'Bo: inker', 'Cy Dee: letterer'],
      'Jean-Luc: writer',
    ]);
  });

  it('keeps brackets without a role', () => {
    expect(readPeople('Ann (Japan)', 'author')).toEqual([{ name: 'Ann (Japan)', role: 'author', sortName: null }]);
  });
});

describe('the text of a value', () => {
  it('is readable for values, locks and sources', () => {
    expect(valueWords(field('status', 'series'), 'hiatus')).toBe('On hiatus');
    expect(valueWords(field('authors'), [{ name: 'Ann', role: 'cover_artist', sortName: null }])).toBe(
      'Ann (Cover artist)',
    );
    expect(valueWords(field('genres'), [])).toBe('Empty');
    expect(valueWords(field('manga'), false)).toBe('No');
    expect(lockWords('book', 'genreLock')).toBe('Genres');
    expect(lockWords('book', 'coverArtistLock')).toBe('Cover artist');
    expect(sourceWords({ source: 'file', name: 'ComicInfo.xml', locked: false })).toBe('From ComicInfo.xml');
    expect(sourceWords({ source: 'name', name: 'folder', locked: false })).toBe('From the file or folder name');
    expect(sourceWords({ source: 'none', name: null, locked: false })).toBeUndefined();
  });
});
