import { describe, expect, it } from 'vitest';
import { type CoverChange, listAfter } from './cover-choice.ts';
import type { GivenCover } from './cover-owner.ts';

const upload: GivenCover = {
  id: 'upload',
  source: 'upload',
  isSelected: true,
  width: null,
  height: null,
  page: null,
  fromBookId: null,
  coverVersion: 'v',
  coverPlaceholder: null,
};
const page: GivenCover = { ...upload, id: 'page', source: 'page', isSelected: false, page: 3 };
const book: GivenCover = { ...upload, id: 'book', source: 'book', isSelected: false, fromBookId: 'b1' };
const list = { covers: [upload, page, book], coverLock: true };

function chosenAfter(...changes: readonly CoverChange[]): string {
  const { covers, coverLock } = listAfter(list, changes);
  return `${covers.find(({ isSelected }) => isSelected)?.id ?? 'automatic'}${coverLock ? ', locked' : ''}`;
}

describe('listAfter', () => {
  it('chooses the most recent pending choice', () => {
    expect(chosenAfter()).toBe('upload, locked');
    expect(chosenAfter({ how: 'automatic' })).toBe('automatic');
    expect(chosenAfter({ how: 'automatic' }, { how: 'cover', coverId: 'page' })).toBe('page, locked');
    expect(chosenAfter({ how: 'page', page: 3 })).toBe('page, locked');
    expect(chosenAfter({ how: 'book', bookId: 'b1' }, { how: 'automatic' })).toBe('automatic');
  });

  it('keeps the choice while a picture is still uploading', () => {
    const file = new File([], 'mine.png');
    expect(chosenAfter({ how: 'file', file })).toBe('upload, locked');
    expect(chosenAfter({ how: 'automatic' }, { how: 'page', page: 4 })).toBe('automatic');
  });

  it('returns to the automatic cover after the chosen one is deleted', () => {
    expect(chosenAfter({ how: 'remove', coverId: 'upload' })).toBe('automatic, locked');
    expect(chosenAfter({ how: 'remove', coverId: 'book' })).toBe('upload, locked');
    expect(listAfter(list, [{ how: 'remove', coverId: 'book' }]).covers.map(({ id }) => id)).toEqual([
      'upload',
      'page',
    ]);
  });
});
