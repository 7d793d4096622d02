import { describe, expect, it } from 'vitest';
import { readReleasesSearch, readSourcesSearch } from './search-releases.ts';

describe('readReleasesSearch', () => {
  it.each([
    [{}, {}],
    [
      { show: 'all', series: 's1', language: 'en', page: 2 },
      { show: 'all', series: 's1', language: 'en', page: 2 },
    ],
    [{ show: 'announced', series: 7, source: '', page: 0 }, {}],
  ])('%o becomes %o', (raw, search) => expect(readReleasesSearch(raw)).toEqual(search));
});

describe('readSourcesSearch', () => {
  it('keeps known parameters and drops the rest', () => {
    expect(readSourcesSearch({ add: true, edit: 'x', other: 1 })).toEqual({ add: true, edit: 'x' });
    expect(readSourcesSearch({ add: 'yes', edit: 1 })).toEqual({});
  });
});
