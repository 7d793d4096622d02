import { describe, expect, it } from 'vitest';
import { entryTitle, entryWords } from './kept-words.ts';
import { type KeptChange, mergeEntry, type OutboxEntry, planBatches, toSession } from './outbox-entry.ts';

const MINUTE = 60_000;

const entry = (id: string, at: number, change: KeptChange, more: Partial<OutboxEntry> = {}): OutboxEntry => ({
  id,
  userId: 'u',
  at,
  startedAt: at,
  title: 'Lanterns 01',
  change,
  ...more,
});
const place = (bookId: string, page: number): KeptChange => ({ kind: 'reading', bookId, session: 'progress', page });
const rating = (points: number | null, notes?: string): KeptChange => ({
  kind: 'rating',
  seriesId: 's',
  rating: points,
  ...(notes === undefined ? {} : { notes }),
});

describe('mergeEntry', () => {
  it('keeps one reading of a book for places within five minutes, from its start to its end', () => {
    const first = entry('a', 0, place('b', 2));
    const second = entry('b', 4 * MINUTE, place('b', 9));
    const merged = mergeEntry([first], second);
    expect(merged.dropped).toEqual([first]);
    expect(merged.entry).toEqual({ ...second, startedAt: 0 });
  });

  it('gives an extended reading a new id, since the server may know the old one', () => {
    expect(mergeEntry([entry('a', 0, place('b', 2))], entry('b', 1, place('b', 3))).entry.id).toBe('b');
  });

  it('begins another reading after a pause, for another book, and after a finished book', () => {
    const next = entry('z', 6 * MINUTE, place('b', 9));
    expect(mergeEntry([entry('a', 0, place('b', 2))], next).dropped).toEqual([]);
    expect(mergeEntry([entry('a', 5 * MINUTE, place('c', 2))], next).dropped).toEqual([]);
    const finished = entry('a', 5 * MINUTE, { kind: 'reading', bookId: 'b', session: 'completed' });
    expect(mergeEntry([finished], next).dropped).toEqual([]);
  });

  it('lets the last rating win, and loses no note', () => {
    const first = entry('a', 0, rating(60, 'Good'));
    const second = entry('b', 1, rating(80));
    expect(mergeEntry([first], second)).toEqual({
      entry: { ...second, change: rating(80, 'Good') },
      dropped: [first],
    });
    expect(mergeEntry([first], entry('c', 2, rating(null))).entry.change).toEqual(rating(null));
  });

  it('leaves refused changes as they are', () => {
    const refused = entry('a', 0, rating(60), { problem: 'newer' });
    expect(mergeEntry([refused], entry('b', 1, rating(80))).dropped).toEqual([]);
  });
});

describe('planBatches', () => {
  it('sends in the order of reading, readings together and everything else alone', () => {
    const entries = [
      entry('d', 40, place('b', 3)),
      entry('a', 10, place('a', 1)),
      entry('c', 30, rating(50)),
      entry('b', 20, place('b', 1)),
      entry('x', 5, place('a', 1), { problem: 'gone' }),
    ];
    expect(planBatches(entries, 100).map((batch) => batch.map(({ id }) => id))).toEqual([['a', 'b'], ['c'], ['d']]);
  });

  it('splits what the server does not take at once', () => {
    const entries = [1, 2, 3].map((at) => entry(String(at), at, place(String(at), 1)));
    expect(planBatches(entries, 2).map((batch) => batch.length)).toEqual([2, 1]);
  });
});

describe('toSession', () => {
  it('tells the server when the reading was, not when it is sent', () => {
    const session = toSession(
      entry('a', 61_000, { ...place('b', 7), locator: { href: 'c1' } } as KeptChange, { startedAt: 1000 }),
    );
    expect(session).toMatchObject({
      kind: 'progress',
      toPage: 7,
      r2Progression: '{"href":"c1"}',
      clientStartedAt: '1970-01-01T00:00:01.000Z',
      clientEndedAt: '1970-01-01T00:01:01.000Z',
    });
  });

  it('leaves out a locator that the server would refuse', () => {
    const session = toSession(entry('a', 0, { ...place('b', 7), locator: 'x'.repeat(20_000) } as KeptChange));
    expect(session).toMatchObject({ toPage: 7, r2Progression: null });
  });
});

describe('the list of unsent changes', () => {
  const picked = { kind: 'book', count: 2, of: { ids: ['b', 'c'] } } as const;
  const say = (change: KeptChange) => {
    const one = entry('a', 0, change, { title: '' });
    return `${entryTitle(one)}: ${entryWords(one)}`;
  };

  it('says what was done to what', () => {
    expect(say({ kind: 'marks', read: true, picked })).toBe('2 books: Marked read');
    expect(say({ kind: 'marks', read: false, picked })).toBe('2 books: Marked unread');
    expect(say({ kind: 'wants', picked })).toBe('2 books: Want to read');
    const reset = entry('a', 0, { kind: 'reading', bookId: 'b', session: 'reset' });
    expect(entryWords(reset)).toBe('Marked unread');
  });
});
