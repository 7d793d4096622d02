import { type Book, type BookError, BookErrorType, type BooksWithErrors } from '@lectern/contract';
import { z } from 'zod';
import { AppError } from '#core/errors.ts';
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
import { holdBook } from '#db/repos/scanning/analysis.repo.ts';
import type { EventBus } from '#events/bus.ts';
import { bookEvent } from '#events/entity-events.ts';
import type { PageWanted } from '#core/page.ts';

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
function toBookError(stored: StoredError): BookError {
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
 * Books whose file, or a part of it, could not be read, latest change first, grouped by kind of error: a book
 * with two kinds is in both groups. Pages are pages of books; the answer counts them from 0. Errors that
 * a user ignores are left out of lists and counts unless asked for.
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

interface JudgeContext {
  readonly db: Database;
  readonly events: EventBus;
}

interface Judgement {
  readonly bookId: string;
  /** All when absent. */
  readonly errorTypes?: readonly BookErrorType[] | undefined;
  readonly ignored: boolean;
}

/**
 * Has errors of a book count no more, or again. An ignored error is told again when the file changes and fails again; to
 * decide what is decided already changes nothing.
 * @returns all errors of the book as they are now
 * @throws {AppError} `NotFound`, or `BadRequest` when the book has no such error
 */
export async function ignoreBookErrors(ctx: JudgeContext, viewer: Viewer, judgement: Judgement): Promise<BookError[]> {
  const { bookId, errorTypes = BookErrorType.options, ignored } = judgement;
  return ctx.db.transaction(async (tx) => {
    // An analysis that runs now writes its errors before this, or after it.
    await holdBook(tx, bookId);
    const book = await visibleBooks(tx.read, viewer)
      .select(['book.id', 'book.seriesId', 'book.libraryId'])
      .where('book.id', '=', bookId)
      .executeTakeFirst();
    if (book === undefined) throw new AppError('NotFound', `Book ${bookId} not found`);
    const by = ignored ? { userId: viewer.userId, at: Date.now() } : null;
    const isChanged = await judgeBookErrors(tx, bookId, errorTypes, by);
    const errors = await listErrorsOfBooks(tx.read, [bookId]);
    if (!errors.some(({ errorType }) => errorTypes.includes(errorType))) {
      const of = judgement.errorTypes === undefined ? '' : ` of type ${judgement.errorTypes.join(' or ')}`;
      throw new AppError('BadRequest', `Book ${bookId} has no error${of}`);
    }
    if (isChanged) tx.afterCommit(() => ctx.events.emit(bookEvent('book_updated', book, ['errors'])));
    return errors.map(toBookError);
  });
}
