import { type Book, type BookError, BookErrorType, type BooksWithErrors } from '@lectern/contract';
import { z } from 'zod';
import type { Database } from '#db/open.ts';
import { listErrorsOfBooks, type StoredError } from '#db/repos/catalog/book-errors.repo.ts';
import { findBooksById } from '#db/repos/catalog/books.repo.ts';
import {
  countErrorsByType,
  countFailedBooks,
  type FailedFilter,
  pickFailedBooks,
} from '#db/repos/catalog/failed-books.repo.ts';
import type { Viewer } from '../viewer.ts';
import type { PageWanted } from './list-books.ts';

type Answer = z.infer<typeof BooksWithErrors>;
type Group = Answer['groups'][number];

const LABELS: Readonly<Record<BookErrorType, string>> = {
  format_detection: 'Format Detection',
  parser: 'Parser Error',
  metadata: 'Metadata Error',
  thumbnail: 'Thumbnail Generation',
  page_extraction: 'Page Extraction',
  pdf_rendering: 'PDF Rendering',
  zero_pages: 'Zero Pages',
  other: 'Other Error',
};

/** A recorded error as the API tells it. */
export function toBookError(stored: StoredError): BookError {
  const { errorType, message, details, occurredAt, ignoredAt, ignoredBy } = stored;
  return {
    errorType,
    message,
    occurredAt: new Date(occurredAt).toISOString(),
    ignoredAt: ignoredAt === null ? null : new Date(ignoredAt).toISOString(),
    ignoredBy,
    ...(details === null ? {} : { details: z.json().parse(JSON.parse(details)) }),
  };
}

function groupBooks(
  books: readonly Book[],
  errors: readonly StoredError[],
  counts: ReadonlyMap<string, number>,
): Group[] {
  const groups: Group[] = [];
  for (const errorType of BookErrorType.options) {
    const ofType = errors.filter((error) => error.errorType === errorType);
    const listed = books.flatMap((book) => {
      const own = ofType.filter(({ bookId }) => bookId === book.id).map(toBookError);
      return own.length === 0 ? [] : [{ book, errors: own }];
    });
    if (listed.length === 0) continue;
    groups.push({ errorType, label: LABELS[errorType], count: counts.get(errorType) ?? 0, books: listed });
  }
  return groups.sort((one, other) => (one.label < other.label ? -1 : 1));
}

interface ErrorsWanted extends PageWanted, Pick<FailedFilter, 'libraryId' | 'seriesId' | 'errorType'> {
  /** False unless given. */
  readonly includeIgnored?: boolean;
}

/**
 * Books whose file, or a part of it, could not be read (section 2.7), latest change first, grouped by kind of error: a book
 * with two kinds is in both groups. Pages are pages of books; the answer counts them from 0 (decision C3). Errors that
 * somebody ignores are left out of lists and counts unless asked for.
 */
export async function listBooksWithErrors(
  { db }: { readonly db: Database },
  viewer: Viewer,
  { page, pageSize, includeIgnored = false, libraryId, seriesId, errorType }: ErrorsWanted,
): Promise<Answer> {
  const counting = includeIgnored ? 'all' : 'open';
  const filter: FailedFilter = { libraryId, seriesId, errorType, counting };
  const [ids, total, totalBooksIgnored, all, counts] = await Promise.all([
    pickFailedBooks(db.readHeavy, viewer, filter, { limit: pageSize, offset: (page - 1) * pageSize }),
    countFailedBooks(db.readHeavy, viewer, filter),
    countFailedBooks(db.readHeavy, viewer, { ...filter, counting: 'ignored' }),
    countErrorsByType(db.readHeavy, viewer, { libraryId, counting }),
    countErrorsByType(db.readHeavy, viewer, { libraryId, seriesId, counting }),
  ]);
  const [books, errors] = await Promise.all([findBooksById(db.read, viewer, ids), listErrorsOfBooks(db.read, ids)]);
  const wanted = errors
    .filter((error) => errorType === undefined || error.errorType === errorType)
    .filter(({ ignoredAt }) => includeIgnored || ignoredAt === null);
  return {
    errorCounts: Object.fromEntries(all),
    groups: groupBooks(books, wanted, counts),
    page: page - 1,
    pageSize,
    totalBooksWithErrors: total,
    totalBooksIgnored,
    totalPages: Math.max(1, Math.ceil(total / pageSize)),
  };
}
