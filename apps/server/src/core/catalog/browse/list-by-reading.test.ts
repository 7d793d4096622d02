import { describe, expect, it } from 'vitest';
import { chooseNextBook } from './list-by-reading.ts';

function series(marks: string): { readonly id: string; readonly isCompleted: boolean }[] {
  return marks.split('').map((mark, index) => ({ id: String(index + 1), isCompleted: mark === 'x' }));
}

describe('the next book of a series', () => {
  it.each([
    ['x--', '2'],
    ['xx-', '3'],
    ['x-x-', '4'],
    ['-x-', '3'],
  ])('is the first after the last finished one: %s', (marks, id) => {
    expect(chooseNextBook(series(marks))).toBe(id);
  });

  it('is the first unfinished one when the last one is finished', () => {
    expect(chooseNextBook(series('x-x'))).toBe('2');
  });

  it('is the first when none is finished', () => {
    expect(chooseNextBook(series('---'))).toBe('1');
  });

  it('is none when all are finished', () => {
    expect(chooseNextBook(series('xx'))).toBeUndefined();
    expect(chooseNextBook([])).toBeUndefined();
  });
});
