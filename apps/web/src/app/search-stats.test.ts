import { describe, expect, it } from 'vitest';
import { readStatsSearch } from './search-stats.ts';

describe('readStatsSearch', () => {
  it.each([
    [{}, {}],
    [
      { range: 'weeks', year: 2025, page: 3 },
      { range: 'weeks', year: 2025, page: 3 },
    ],
    [
      { range: 'own', from: '2026-01-01', to: '2026-02-30' },
      { range: 'own', from: '2026-01-01' },
    ],
    [{ range: 'days', from: '2026-01-01' }, { range: 'days' }],
    [{ range: 'never', year: 'x', page: 1 }, {}],
    [{ range: 'own', from: '0001-01-01', year: 1 }, { range: 'own' }],
  ])('%o becomes %o', (raw, search) => expect(readStatsSearch(raw)).toEqual(search));
});
