import { describe, expect, it } from 'vitest';
import { withoutSent } from './without-sent.ts';

describe('withoutSent', () => {
  it('keeps changes made since, and new ones', () => {
    const sent = { name: 'Mia', ids: ['a', 'b'], mail: 'mia@example.org' };
    const now = { name: 'Mia May', ids: ['a', 'b'], mail: 'mia@example.org', role: 'reader' };
    expect(withoutSent(now, sent)).toEqual({ name: 'Mia May', role: 'reader' });
  });

  it('is empty without later changes', () => {
    expect(withoutSent({ name: 'Mia', libraryIds: null }, { name: 'Mia', libraryIds: null })).toEqual({});
  });

  it('distinguishes an undefined value from one that was not sent', () => {
    expect(withoutSent<{ note?: string | undefined }>({ note: undefined }, {})).toEqual({ note: undefined });
  });
});
