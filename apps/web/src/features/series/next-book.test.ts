import type { Book } from '@lectern/contract';
import { describe, expect, it } from 'vitest';
import { chooseNextBook } from './next-book.ts';

const at = '2026-01-01T00:00:00.000Z';

function newBook(number: number, progress?: { page: number; completed?: boolean; on?: string }): Book {
  const id = `01890000-0000-7000-8000-00000000000${number}`;
  const readProgress = progress !== undefined && {
    id,
    bookId: id,
    userId: id,
    currentPage: progress.page,
    completed: progress.completed ?? false,
    completedAt: null,
    progressPercentage: null,
    startedAt: at,
    updatedAt: progress.on ?? at,
  };
  return {
    id,
    libraryId: id,
    libraryName: 'L',
    seriesId: id,
    seriesName: 'S',
    title: `S ${number}`,
    titleSort: null,
    number,
    volume: null,
    chapter: null,
    summary: null,
    path: `${number}.cbz`,
    fileFormat: 'cbz',
    fileSize: 1,
    fileHash: '',
    extReaderHash: null,
    pageCount: 10,
    analyzed: true,
    analysisError: null,
    deleted: false,
    readingDirection: null,
    ...(readProgress === false ? {} : { readProgress }),
    wantToRead: null,
    createdAt: at,
    updatedAt: at,
    layout: 'pages',
    coverVersion: null,
    coverPlaceholder: null,
    selectedCoverSource: null,
    hasCustomCover: false,
  };
}

const read = { page: 10, completed: true };

describe('chooseNextBook', () => {
  it('starts with the first book', () => {
    expect(chooseNextBook([newBook(1), newBook(2)])).toMatchObject({ book: { number: 1 }, words: 'Read no. 1' });
  });

  it('continues with the book opened last', () => {
    const books = [newBook(1, { page: 4, on: '2026-01-02T00:00:00.000Z' }), newBook(2, { page: 7 }), newBook(3)];
    expect(chooseNextBook(books)).toMatchObject({ book: { number: 1 }, words: 'Continue no. 1, p. 4' });
  });

  it('chooses the first unread book after the last read one', () => {
    const books = [newBook(1), newBook(2, read), newBook(3)];
    expect(chooseNextBook(books)).toMatchObject({ book: { number: 3 }, words: 'Read next: no. 3' });
  });

  it('returns to a skipped book at the end', () => {
    expect(chooseNextBook([newBook(1), newBook(2, read)])).toMatchObject({ book: { number: 1 } });
  });

  it('starts over when all books are read', () => {
    expect(chooseNextBook([newBook(1, read), newBook(2, read)])).toMatchObject({
      book: { number: 1 },
      words: 'Read again',
    });
  });

  it('skips books that cannot be opened', () => {
    const broken = { ...newBook(1), analysisError: 'zip.truncated' };
    expect(chooseNextBook([broken, newBook(2)])?.book.number).toBe(2);
    expect(chooseNextBook([broken])).toBeUndefined();
  });
});
