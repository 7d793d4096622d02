import { describe, expect, it } from 'vitest';
import { pickUnsaved } from './pick-unsaved.ts';

describe('withoutSent', () => {
  it('keeps changes made since, and new ones', () => {
    const sent = { name: 'Mia', ids: ['a', 'b'], mail: 'mia@example.org' };
    const now = { name: 'Mia May', ids: ['a', 'b'], mail: 'mia@example.org', role: 'reader' };
    expect(pickUnsaved(now, sent)).toEqual({ name: 'Mia May', role: 'reader' });
  });

  it('is empty without later changes', () => {
    expect(pickUnsaved({ name: 'Mia', libraryIds: null }, { name: 'Mia', libraryIds: null })).toEqual({});
  });

  it('distinguishes an undefined value from one that was not sent', () => {
    expect(pickUnsaved<{ note?: string | undefined }>({ note: undefined }, {})).toEqual({ note: undefined });
  });
});
