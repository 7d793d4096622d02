import type { BookErrorType } from '@lectern/contract';
import type { ReadDb } from '../../open.ts';
import { countRows, type IdPage, type Slice } from '../rows/read-rows.ts';
import type { ViewerScope } from '../rows/viewer-scope.ts';
import { visibleBooks } from '../rows/visibility.ts';

/** Which failed books a list holds. */
export interface FailedFilter {
  readonly libraryId?: string | undefined;
  readonly seriesId?: string | undefined;
  readonly errorType?: BookErrorType | undefined;
  /** Which errors count: those not ignored, all, or only ignored ones. */
  readonly counting?: 'open' | 'all' | 'ignored';
}

function failedBooks(db: ReadDb, viewerScope: ViewerScope, filter: FailedFilter) {
  const { libraryId, seriesId, errorType, counting = 'open' } = filter;
  return visibleBooks(db, viewerScope)
    .$if(libraryId !== undefined, (query) => query.where('book.libraryId', '=', libraryId ?? ''))
    .$if(seriesId !== undefined, (query) => query.where('book.seriesId', '=', seriesId ?? ''))
    .where('book.id', 'in', (eb) =>
      eb
        .selectFrom('bookError')
        .select('bookError.bookId')
        .$if(errorType !== undefined, (query) => query.where('bookError.errorType', '=', errorType ?? ''))
        .$if(counting === 'open', (query) => query.where('bookError.ignoredAt', 'is', null))
        .$if(counting === 'ignored', (query) => query.where('bookError.ignoredAt', 'is not', null)),
    );
}

/** Ids of live books with recorded errors, latest change first. */
export async function pickFailedBooks(db: ReadDb, viewerScope: ViewerScope, filter: FailedFilter, page: Slice) {
  const rows = await failedBooks(db, viewerScope, filter)
    .select('book.id')
    .orderBy('book.updatedAt', 'desc')
    .orderBy('book.id', 'desc')
    .limit(page.limit)
    .offset(page.offset)
    .execute();
  return rows.map(({ id }) => id);
}

/** Live books with recorded errors and their libraries, by id: those after one. */
export async function listFailedBooks(db: ReadDb, viewerScope: ViewerScope, filter: FailedFilter, page: IdPage) {
  return failedBooks(db, viewerScope, filter)
    .select(['book.id', 'book.libraryId'])
    .where('book.id', '>', page.after)
    .orderBy('book.id')
    .limit(page.limit)
    .execute();
}

/** How many live books have recorded errors. */
export async function countFailedBooks(db: ReadDb, viewerScope: ViewerScope, filter: FailedFilter): Promise<number> {
  return countRows(failedBooks(db, viewerScope, filter));
}

/** Live books by the kind of their errors; a book with two kinds counts under both. */
export async function countErrorsByType(
  db: ReadDb,
  viewerScope: ViewerScope,
  { libraryId, seriesId, counting = 'open' }: Omit<FailedFilter, 'errorType'>,
): Promise<ReadonlyMap<string, number>> {
  const rows = await visibleBooks(db, viewerScope)
    .innerJoin('bookError', 'bookError.bookId', 'book.id')
    .$if(libraryId !== undefined, (query) => query.where('book.libraryId', '=', libraryId ?? ''))
    .$if(seriesId !== undefined, (query) => query.where('book.seriesId', '=', seriesId ?? ''))
    .$if(counting === 'open', (query) => query.where('bookError.ignoredAt', 'is', null))
    .$if(counting === 'ignored', (query) => query.where('bookError.ignoredAt', 'is not', null))
    .select((eb) => ['bookError.errorType', eb.fn.countAll<number>().as('count')])
    .groupBy('bookError.errorType')
    .execute();
  return new Map(rows.map(({ errorType, count }) => [errorType, count]));
}
