import { describe, expect, it } from 'vitest';
import { readFindSearch, readLibrariesSearch, readLoginSearch, readReadSearch } from './search.ts';

describe('readLoginSearch', () => {
  it.each(['/', '/book/1?x=2', '/library/a'])('continues to %s', (next) => {
    expect(readLoginSearch({ next })).toEqual({ next });
  });

  it.each([
    'https://evil.example',
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    'book',
    7,
    undefined,
  ])('never leaves the application for %j', (next) => expect(readLoginSearch({ next })).toEqual({}));
});

describe('readReadSearch', () => {
  it.each([
    [{ page: 3 }, { page: 3 }],
    [{ incognito: true }, { incognito: true }],
    [
      { incognito: 1, page: 2 },
      { page: 2, incognito: true },
    ],
    [{ incognito: 'no' }, {}],
    [{ page: '3' }, { page: 3 }],
    [{ page: 0 }, {}],
    [{ page: 1.5 }, {}],
    [{ page: 'x' }, {}],
    [{}, {}],
  ])('%o becomes %o', (raw, search) => expect(readReadSearch(raw)).toEqual(search));
});

describe('readLibrariesSearch', () => {
  it('keeps known parameters and drops the rest', () => {
    expect(readLibrariesSearch({ add: true, edit: 'l1', other: 1 })).toEqual({ add: true, edit: 'l1' });
    expect(readLibrariesSearch({ add: 'yes' })).toEqual({});
  });
});

describe('readFindSearch', () => {
  it('searches for what another app shared: its title, else its text', () => {
    expect(readFindSearch({ q: 'Lanterns', text: 'A comic', url: 'https://books.example' }).q).toBe('Lanterns');
    expect(readFindSearch({ q: '', text: ' Towers ' }).q).toBe('Towers');
    expect(readFindSearch({ q: 1984 }).q).toBe('1984');
    expect('q' in readFindSearch({ url: 'https://books.example' })).toBe(false);
  });
});
