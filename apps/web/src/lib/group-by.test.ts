import { expect, it } from 'vitest';
import { groupBy } from './group-by.ts';

it('keeps the order of groups and items', () => {
  const groups = groupBy([3, 1, 5, 2], (number) => (number % 2 === 0 ? 'even' : 'odd'));
  expect([...groups]).toEqual([
    ['odd', [3, 1, 5]],
    ['even', [2]],
  ]);
});
