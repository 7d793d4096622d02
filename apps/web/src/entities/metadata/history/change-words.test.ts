import type { MetadataChange } from '@lectern/contract';
import { describe, expect, it } from 'vitest';
import { changeWords } from './change-words.ts';

const change: MetadataChange = {
  id: 'c',
  targetType: 'sharingTag',
  targetId: 't',
  title: 'Horror',
  field: 'grant',
  before: { userId: 'u', username: 'mia', accessMode: null },
  after: { userId: 'u', username: 'mia', accessMode: 'deny' },
  undone: false,
};

describe('changeWords', () => {
  it('describes the effect of a sharing tag on a user', () => {
    expect(changeWords(change)).toEqual({ label: 'Sharing tag for mia', before: 'No rule', after: 'Hide' });
    const allowed = { userId: 'u', username: 'mia', accessMode: 'allow' };
    const back = { ...change, before: allowed, after: change.before };
    expect(changeWords(back)).toEqual({ label: 'Sharing tag for mia', before: 'Show only', after: 'No rule' });
  });

  it('omits an unknown effect', () => {
    const words = { label: 'Sharing tag for an unknown user', before: 'No rule', after: 'No rule' };
    expect(changeWords({ ...change, before: null, after: ['x'] })).toEqual(words);
  });

  it('distinguishes the name of a sharing tag from its description', () => {
    const named = { ...change, field: 'name', before: 'Horror', after: 'Terror' };
    expect(changeWords(named)).toEqual({ label: 'Sharing tag', before: 'Horror', after: 'Terror' });
    const described = { ...change, field: 'description', before: null, after: 'From sixteen' };
    expect(changeWords(described)).toEqual({ label: 'Description', before: 'Empty', after: 'From sixteen' });
  });
});
