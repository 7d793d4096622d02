import type { Book } from '@lectern/contract';
import { describe, expect, it } from 'vitest';
import type { KeptBook } from './kept.ts';
import { chooseNextUnread, planEviction, planRule } from './plan-rules.ts';

const book = (id: string, state: 'unread' | 'reading' | 'read' | 'broken' = 'unread') =>
  ({
    id,
    analyzed: true,
    deleted: false,
    analysisError: state === 'broken' ? 'damaged' : null,
    readProgress: state === 'reading' || state === 'read' ? { completed: state === 'read' } : undefined,
  }) as unknown as Book;

const kept = (bookId: string, more: Partial<KeptBook> = {}) =>
  ({ bookId, by: 'rule', bytes: 10, finishedAt: null, ...more }) as KeptBook;

const ids = (books: readonly Book[]) => books.map(({ id }) => id);

describe('chooseNextUnread', () => {
  it('begins after the last finished book, with the open one', () => {
    const books = [book('1'), book('2', 'read'), book('3', 'reading'), book('4'), book('5')];
    expect(ids(chooseNextUnread(books, 2))).toEqual(['3', '4']);
  });

  it('takes skipped books only when none is left behind the last finished one', () => {
    expect(ids(chooseNextUnread([book('1'), book('2', 'read')], 3))).toEqual(['1']);
    expect(ids(chooseNextUnread([book('1', 'read')], 3))).toEqual([]);
  });

  it('passes over books that cannot be opened', () => {
    expect(ids(chooseNextUnread([book('1', 'broken'), book('2'), book('3')], 1))).toEqual(['2']);
  });
});

describe('planRule', () => {
  it('adds the next books and drops those that it kept and that are finished, but no book kept by hand', () => {
    const books = [book('1', 'read'), book('2', 'read'), book('3'), book('4')];
    const plan = planRule(books, { count: 2 }, [kept('1', { by: 'hand' }), kept('2'), kept('3')]);
    expect(ids(plan.add)).toEqual(['4']);
    expect(plan.drop).toEqual(['2']);
  });

  it('adds no book that the user removed, and none in its place', () => {
    const plan = planRule([book('1'), book('2'), book('3')], { count: 2, leftOut: ['1'] }, []);
    expect(ids(plan.add)).toEqual(['2']);
  });
});

describe('planEviction', () => {
  it('removes what was finished first, and no more than needed', () => {
    const books = [kept('late', { finishedAt: 9 }), kept('early', { finishedAt: 1 }), kept('open')];
    expect(planEviction(books, 5)).toEqual(['early']);
    expect(planEviction(books, 15)).toEqual(['early', 'late']);
  });

  it('never removes a book that the user kept, nor an unread one', () => {
    expect(planEviction([kept('mine', { by: 'hand', finishedAt: 1 }), kept('open')], 5)).toBeUndefined();
  });
});
