import { expect, it } from 'vitest';
import { checkShared, MOST_SHARED, MOST_SHARED_BYTES } from './shared-files.ts';

const file = (name: string, size = 1) => ({ name, size });

it('takes books, and refuses other files', () => {
  expect(checkShared([file('A 1.cbz'), file('B.EPUB'), file('notes.txt'), file('cbz')])).toEqual([
    undefined,
    undefined,
    'kind',
    'kind',
  ]);
});

it('takes so many files and bytes at once', () => {
  const many = checkShared([file('x.txt'), ...Array.from({ length: MOST_SHARED + 1 }, () => file('A.cbz'))]);
  expect(many.filter((problem) => problem === undefined)).toHaveLength(MOST_SHARED);
  expect(many.at(-1)).toBe('many');
  expect(checkShared([file('A.pdf', MOST_SHARED_BYTES), file('B.pdf', 1)])).toEqual([undefined, 'large']);
});
