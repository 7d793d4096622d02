import type { Book } from '@lectern/contract';
import { describe, expect, it } from 'vitest';
import { bookNumber, bookState, isReadable, readWords } from './book-state.ts';

const at = '2026-01-01T00:00:00.000Z';
const book: Book = {
  id: '01890000-0000-7000-8000-000000000001',
  libraryId: '01890000-0000-7000-8000-000000000002',
  libraryName: 'Comics',
  seriesId: '01890000-0000-7000-8000-000000000003',
  seriesName: 'Akira',
  title: 'Akira 1',
  titleSort: null,
  number: 1,
  volume: null,
  chapter: null,
  summary: null,
  path: 'Akira/1.cbz',
  fileFormat: 'cbz',
  fileSize: 1,
  fileHash: '',
  extReaderHash: null,
  pageCount: 200,
  analyzed: true,
  analysisError: null,
  deleted: false,
  readingDirection: null,
  wantToRead: null,
  createdAt: at,
  updatedAt: at,
  layout: 'pages',
  coverVersion: null,
  coverPlaceholder: null,
  selectedCoverSource: null,
  hasCustomCover: false,
};

const reading = (currentPage: number, completed = false, progressPercentage: number | null = null): Partial<Book> => ({
  readProgress: {
    id: book.id,
    bookId: book.id,
    userId: book.id,
    currentPage,
    completed,
    completedAt: null,
    progressPercentage,
    startedAt: at,
    updatedAt: at,
  },
});

describe('bookState', () => {
  it('gives the length of an unread book', () => {
    expect(bookState(book)).toEqual({ kind: 'unread', words: '200 pages' });
    expect(bookState({ ...book, layout: 'reflowable' }).words).toBe('Text');
  });

  it('counts pages in page books and percent in text books', () => {
    expect(bookState({ ...book, ...reading(50) })).toEqual({ kind: 'reading', words: 'Page 50 of 200', share: 0.25 });
    const long = { ...book, pageCount: 3000, ...reading(1500) };
    expect([bookState(long).words, readWords(long)]).toEqual(['Page 1,500 of 3,000', 'Continue from page 1,500']);
    expect(bookState({ ...book, layout: 'reflowable', ...reading(3, false, 0.5) })).toMatchObject({ words: '50%' });
  });

  it('shows a broken file before any progress', () => {
    expect(bookState({ ...book, analysisError: 'zip.truncated', ...reading(200, true) }).kind).toBe('broken');
  });

  it('distinguishes a book that is not analysed', () => {
    expect(bookState({ ...book, analyzed: false }).kind).toBe('waiting');
    expect(isReadable({ ...book, analyzed: false })).toBe(false);
    expect(isReadable(book)).toBe(true);
  });
});

describe('readWords', () => {
  it('names the action of the Read button', () => {
    expect(readWords(book)).toBe('Read');
    expect(readWords({ ...book, ...reading(12) })).toBe('Continue from page 12');
    expect(readWords({ ...book, ...reading(200, true) })).toBe('Read again');
  });
});

describe('bookNumber', () => {
  it('prefers the exact number', () => {
    expect(bookNumber({ ...book, number: 12, chapter: 12.5 })).toBe('12.5');
    expect(bookNumber({ ...book, number: null })).toBeUndefined();
  });
});
