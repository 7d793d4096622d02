import type { InferResult } from 'kysely';
import { slot } from '../../precompiled.ts';
import type { visibleBooks } from './visibility.ts';

/** Books with the series of each. */
export function withSeries(books: ReturnType<typeof visibleBooks>) {
  return books.innerJoin('series', 'series.id', 'book.seriesId');
}

/** What else a book is shown with, to the viewer of slot `userId`. */
export function wholeRows(books: ReturnType<typeof withSeries>) {
  return (
    books
      .innerJoin('library', 'library.id', 'book.libraryId')
      .leftJoin('bookMetadata', 'bookMetadata.bookId', 'book.id')
      .leftJoin('readProgress as progress', (join) =>
        join.onRef('progress.bookId', '=', 'book.id').on('progress.userId', '=', slot<string>('userId')),
      )
      // At most one row: a user wants a book once.
      .leftJoin('wantToRead as wish', (join) =>
        join.onRef('wish.bookId', '=', 'book.id').on('wish.userId', '=', slot<string>('userId')),
      )
      .select([
        'book.id',
        'book.libraryId',
        'book.seriesId',
        'book.title',
        'book.titleSort',
        'book.numberSort',
        'book.volume',
        'book.chapter',
        'book.path',
        'book.fileFormat',
        'book.fileSize',
        'book.fileHash',
        'book.koreaderHash',
        'book.pageCount',
        'book.state',
        'book.layout',
        'book.deletedAt',
        'book.coverKey',
        'book.coverColor',
        'book.customCoverKey',
        'book.customCoverColor',
        'book.customCoverSource',
        'book.hasCustomCover',
        'book.createdAt',
        'book.updatedAt',
        'library.name as libraryName',
        'library.path as libraryPath',
        'library.defaultReadingDirection as libraryDirection',
        'series.title as seriesName',
        'series.readingDirection as seriesDirection',
        'bookMetadata.summary',
        'progress.id as progressId',
        'progress.currentPage',
        'progress.percentage',
        'progress.completed',
        'progress.completedAt',
        'progress.locator',
        'progress.startedAt',
        'progress.updatedAt as progressUpdatedAt',
        'wish.id as wishId',
      ])
  );
}

/** A row that `toBooks` turns into a book of the API. */
export type BookRow = InferResult<ReturnType<typeof wholeRows>>[number];
