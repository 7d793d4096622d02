import type { ManyEdited } from '@lectern/contract';
import { describe, expect, it } from 'vitest';
import { mergeAnswers } from './edit-picked.ts';

const answer: ManyEdited = {
  updatedCount: 2,
  matchedCount: 3,
  lockedCount: 1,
  message: '',
  dryRun: true,
  actionId: null,
  taskId: null,
  changes: [],
};

function saying(value: string, names: readonly string[] = []): ManyEdited['fields'] {
  const counted = names.map((name) => ({ name, count: 1 }));
  return { publisher: { value, isMixed: false, lockedCount: 1, names: counted } };
}

describe('mergeAnswers', () => {
  it('adds up the results of several requests', () => {
    const merged = mergeAnswers([answer, { ...answer, actionId: 'a', taskId: 't' }]);
    expect(merged).toMatchObject({ matched: 6, updated: 4, locked: 2, actionIds: ['a'], taskIds: ['t'] });
  });

  it('keeps a common value only when all requests agree', () => {
    const alike = mergeAnswers([
      { ...answer, fields: saying('Image') },
      { ...answer, fields: saying('Image') },
    ]);
    expect(alike.fields['publisher']).toMatchObject({ value: 'Image', isMixed: false, lockedCount: 2 });
    const fields = [saying('Image', ['a', 'b']), saying('Dark', ['b'])];
    const differing = mergeAnswers(
      fields.map((said) => ({ ...answer, ...(said === undefined ? {} : { fields: said }) })),
    );
    expect(differing.fields['publisher']).toMatchObject({ value: null, isMixed: true });
    expect(differing.fields['publisher']?.names).toEqual([
      { name: 'b', count: 2 },
      { name: 'a', count: 1 },
    ]);
  });
});
