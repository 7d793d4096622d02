import { type Book, type BookError, BookErrorType, type BooksWithErrors, toTimestamp } from '@lectern/contract';
import { z } from 'zod';
import { AppError } from '#core/errors.ts';
import { type PageWanted, toSlice } from '#core/page.ts';
import type { Viewer } from '#core/viewer.ts';
import type { Database } from '#db/open.ts';
import { findBooksById } from '#db/repos/rows/book-rows.ts';
import {
  countErrorsByType,
  countFailedBooks,
  type FailedFilter,
  pickFailedBooks,
} from '#db/repos/catalog/failed-books.repo.ts';
import { judgeBookErrors, listErrorsOfBooks, type StoredError } from '#db/repos/rows/book-errors.repo.ts';
import { visibleBooks } from '#db/repos/rows/visibility.ts';
import { lockBook } from '#db/repos/scanning/analysis.repo.ts';
import type { EventBus } from '#events/bus.ts';
import { bookEvent } from '#events/entity-events.ts';
import { mark, say } from '#words/say.ts';
import { sayFault } from '#words/say-fault.ts';

type Answer = z.infer<typeof BooksWithErrors>;
type Group = Answer['groups'][number];

const LABELS: Readonly<Record<BookErrorType, string>> = {
  format_detection: mark('Format Detection'),
  parser: mark('Parser Error'),
  metadata: mark('Metadata Error'),
  thumbnail: mark('Thumbnail Generation'),
  page_extraction: mark('Page Extraction'),
  pdf_rendering: mark('PDF Rendering'),
  zero_pages: mark('Zero Pages'),
  other: mark('Other Error'),
};

function toBookError({ errorType, message, details, ...stored }: StoredError): BookError {
  return {
    errorType,
    message: sayFault({ message, details }),
    occurredAt: new Date(stored.occurredAt).toISOString(),
    ignoredAt: toTimestamp(stored.ignoredAt),
    ignoredBy: stored.ignoredBy,
    ...(details === null ? {} : { details: z.json().parse(JSON.parse(details)) }),
  };
}

function groupBooks(
  books: readonly Book[],
  errors: readonly StoredError[],
  counts: ReadonlyMap<string, number>,
): Group[] {
  const groups = BookErrorType.options.map((errorType) => {
    const ofType = errors.filter((error) => error.errorType === errorType);
    const listed = books.flatMap((book) => {
      const own = ofType.filter(({ bookId }) => bookId === book.id).map(toBookError);
      return own.length === 0 ? [] : [{ book, errors: own }];
    });
    return { errorType, label: say(LABELS[errorType]), count: counts.get(errorType) ?? 0, books: listed };
  });
  return groups.filter((group) => group.books.length > 0).sort((one, other) => (one.label < other.label ? -1 : 1));
}

interface ErrorsWanted extends PageWanted, Pick<FailedFilter, 'libraryId' | 'seriesId' | 'errorType'> {
  readonly includeIgnored?: boolean;
}

/**
 * Books with recorded errors, latest change first, grouped by kind of error. A book with errors of two kinds is in both groups.
 * Requested pages are pages of books, counted from 1; the answer counts pages from 0.
 */
export async function listBooksWithErrors(
  { db }: { readonly db: Database },
  viewer: Viewer,
  { page, pageSize, includeIgnored = false, libraryId, seriesId, errorType }: ErrorsWanted,
): Promise<Answer> {
  const counting = includeIgnored ? 'all' : 'open';
  const filter: FailedFilter = { libraryId, seriesId, errorType, counting };
  const [ids, total, totalBooksIgnored, all, counts] = await Promise.all([
    pickFailedBooks(db.readHeavy, viewer, filter, toSlice({ page, pageSize })),
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

interface IgnoreContext {
  readonly db: Database;
  readonly events: EventBus;
}

interface IgnoreRequest {
  readonly bookId: string;
  /** Absent for all types. */
  readonly errorTypes?: readonly BookErrorType[] | undefined;
  /** False reverses it. */
  readonly ignored: boolean;
}

/**
 * Ignores errors of a book, or counts them again. An ignored error counts again when the file changes and fails again.
 * @returns all errors of the book after the change
 * @throws {AppError} `NotFound`, or `BadRequest` when the book has no such error
 */
export async function ignoreBookErrors(
  ctx: IgnoreContext,
  viewer: Viewer,
  request: IgnoreRequest,
): Promise<BookError[]> {
  const { bookId, errorTypes = BookErrorType.options, ignored } = request;
  return ctx.db.transaction(async (tx) => {
    // A running analysis writes its errors before this lock, or after this transaction.
    await lockBook(tx, bookId);
    const book = await visibleBooks(tx.read, viewer)
      .select(['book.id', 'book.seriesId', 'book.libraryId'])
      .where('book.id', '=', bookId)
      .executeTakeFirst();
    if (book === undefined) throw new AppError('NotFound', `Book ${bookId} not found`);
    const by = ignored ? { userId: viewer.userId, at: Date.now() } : null;
    const isChanged = await judgeBookErrors(tx, bookId, errorTypes, by);
    const errors = await listErrorsOfBooks(tx.read, [bookId]);
    if (!errors.some(({ errorType }) => errorTypes.includes(errorType))) {
      throw new AppError('BadRequest', say('This book has no such error'));
    }
    if (isChanged) tx.afterCommit(() => ctx.events.emit(bookEvent('book_updated', book, ['errors'])));
    return errors.map(toBookError);
  });
}
