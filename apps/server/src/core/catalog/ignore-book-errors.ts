import { type BookError, BookErrorType } from '@lectern/contract';
import type { Database } from '#db/open.ts';
import { holdBook } from '#db/repos/scanning/analysis.repo.ts';
import { judgeBookErrors, listErrorsOfBooks } from '#db/repos/catalog/book-errors.repo.ts';
import { visibleBooks } from '#db/repos/visibility.ts';
import type { EventBus } from '#events/bus.ts';
import { bookEvent } from '#events/entity-events.ts';
import { AppError } from '../errors.ts';
import type { Viewer } from '../viewer.ts';
import { toBookError } from './list-books-with-errors.ts';

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
 * Has errors of a book count no more, or again. An ignored error is told again when the file changes and fails anew; to
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
