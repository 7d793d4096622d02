import { expect, it } from 'vitest';
import { foldTexts } from './read-passage.ts';

it('folds white space, and keeps one line per block', () => {
  expect(foldTexts(['\n  The ', 'lamp', '\n\tburnt. ', '\n', ' \n ', '\n', 'All\u00a0 night.\n'])).toBe(
    'The lamp burnt.\nAll night.',
  );
});

it('joins what the book does not part', () => {
  expect(foldTexts(['un', 'believ', 'able'])).toBe('unbelievable');
});
