import { describe, expect, it } from 'vitest';
import { withoutSent } from './without-sent.ts';

describe('withoutSent', () => {
  it('keeps what was changed since, or begun', () => {
    const sent = { name: 'Mia', ids: ['a', 'b'], mail: 'mia@example.org' };
    const now = { name: 'Mia May', ids: ['a', 'b'], mail: 'mia@example.org', role: 'reader' };
    expect(withoutSent(now, sent)).toEqual({ name: 'Mia May', role: 'reader' });
  });

  it('keeps nothing where nothing was changed', () => {
    expect(withoutSent({ name: 'Mia', libraryIds: null }, { name: 'Mia', libraryIds: null })).toEqual({});
  });

  it('tells apart a value that is undefined and one that was not sent', () => {
    expect(withoutSent<{ note?: string | undefined }>({ note: undefined }, {})).toEqual({ note: undefined });
  });
});
