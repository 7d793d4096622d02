import { describe, expect, it } from 'vitest';
import { NO_BULK, toEdits, withBulkValue, withPart } from './bulk-draft.ts';

describe('a bulk edit draft', () => {
  it('sends only edited fields', () => {
    expect(toEdits(NO_BULK)).toBeUndefined();
    const changed = withBulkValue(withBulkValue(NO_BULK, 'publisher', 'Image'), 'year', null);
    expect(toEdits(changed)).toMatchObject({ values: { publisher: 'Image', year: null }, keepLocked: true });
    expect(toEdits(withBulkValue(withBulkValue(changed, 'publisher', undefined), 'year', undefined))).toBeUndefined();
  });

  it('adds and removes names and people, and ignores rows without a name', () => {
    const blank = { name: ' ', role: 'writer', sortName: null } as const;
    expect(toEdits(withPart(NO_BULK, 'add', 'authors', [blank]))).toBeUndefined();
    const tagged = withPart(withPart(NO_BULK, 'add', 'tags', ['New']), 'remove', 'genres', ['Old']);
    expect(toEdits(tagged)).toMatchObject({ add: { tags: ['New'] }, remove: { genres: ['Old'] } });
    expect(toEdits(withPart(withPart(tagged, 'add', 'tags', []), 'remove', 'genres', []))).toBeUndefined();
  });
});
