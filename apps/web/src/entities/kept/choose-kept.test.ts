import type { Book } from '@lectern/contract';
import { describe, expect, it } from 'vitest';
import { chooseListed, compareBooks, listKeptSeries, searchKept, splitByReading } from './choose-kept.ts';

function makeBook(id: string, more: Partial<Book> = {}): Book {
  const names = { id, title: id, seriesId: 's1', seriesName: 'Lanterns', libraryId: 'l1' };
  return { ...names, number: null, volume: null, chapter: null, ...more } as Book;
}

const makeEntry = (book: Book, ...people: string[]) => ({ book, people });

function makeProgress(updatedAt: string, completed: boolean) {
  return { readProgress: { updatedAt, completed } as NonNullable<Book['readProgress']> };
}

describe('searchKept', () => {
  const entries = [
    makeEntry(makeBook('The Guest', { seriesName: 'Evenings' }), 'Zoë Ångström'),
    makeEntry(makeBook('The Lamp'), 'Ada Reed'),
  ];
  const search = (text: string) => searchKept(entries, text).map(({ book }) => book.id);

  it('finds by title, series and author, without case and accents', () => {
    expect(search('gUEST')).toEqual(['The Guest']);
    expect(search('evening')).toEqual(['The Guest']);
    expect(search('zoe angstrom')).toEqual(['The Guest']);
  });

  it('needs every word, and without words finds everything', () => {
    expect(search('lamp ada')).toEqual(['The Lamp']);
    expect(search('lamp zoe')).toEqual([]);
    expect(search('  ')).toHaveLength(2);
  });
});

it('lists the books of one library in reading order', () => {
  const books = [
    makeBook('b10', { number: 10 }),
    makeBook('b2', { number: 2 }),
    makeBook('elsewhere', { libraryId: 'l2' }),
    makeBook('first volume', { volume: 1, number: 99 }),
  ];
  const listed = chooseListed(
    books.map((book) => makeEntry(book)),
    { libraryId: 'l1' },
  );
  expect(listed.map(({ id }) => id)).toEqual(['first volume', 'b2', 'b10']);
});

it('groups books by series, where two series may have one name', () => {
  const books = [makeBook('a'), makeBook('b', { seriesId: 's2' }), makeBook('c')].toSorted(compareBooks);
  const series = listKeptSeries(books);
  expect(series.map(({ id, books: own }) => [id, own.length])).toEqual([
    ['s1', 2],
    ['s2', 1],
  ]);
});

it('begins with the book that was read last, and ends with finished books', () => {
  const books = [
    makeBook('finished', makeProgress('2026-01-09T00:00:00Z', true)),
    makeBook('earlier', makeProgress('2026-01-01T00:00:00Z', false)),
    makeBook('unread'),
    makeBook('later', makeProgress('2026-01-02T00:00:00Z', false)),
  ];
  const { begun, others } = splitByReading(books);
  expect(begun.map(({ id }) => id)).toEqual(['later', 'earlier']);
  expect(others.map(({ id }) => id)).toEqual(['unread', 'finished']);
});
