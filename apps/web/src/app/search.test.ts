import { describe, expect, it } from 'vitest';
import { readLibrariesSearch, readLoginSearch, readReadSearch } from './search.ts';

describe('readLoginSearch', () => {
  it.each(['/', '/book/1?x=2', '/library/a'])('continues to %s', (next) => {
    expect(readLoginSearch({ next })).toEqual({ next });
  });

  it.each(['https://evil.example', '//evil.example', '/\\evil.example', 'book', 7, undefined])(
    'never leaves the application for %s',
    (next) => expect(readLoginSearch({ next })).toEqual({}),
  );
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
