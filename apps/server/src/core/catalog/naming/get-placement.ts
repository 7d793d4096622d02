import type { BookPlacement } from '@lectern/contract';
import { AppError } from '#core/errors.ts';
import { readNaming, readPlacing } from '#core/rules/naming/decision.ts';
import { explainNumber, explainSeries, explainTitle } from '#core/rules/naming/explain.ts';
import type { Viewer } from '#core/viewer.ts';
import type { Database } from '#db/open.ts';
import { visibleBooks } from '#db/repos/rows/visibility.ts';

/** Explains the series, title and number of a book by the decisions that were stored. @throws {AppError} `NotFound` */
export async function getPlacement(
  { db }: { readonly db: Database },
  viewer: Viewer,
  bookId: string,
): Promise<BookPlacement> {
  const book = await visibleBooks(db.read, viewer, { includeDeleted: true })
    .innerJoin('series', 'series.id', 'book.seriesId')
    .select(['book.title', 'book.number', 'book.placedBy', 'book.namedBy', 'series.name as seriesName'])
    .where('book.id', '=', bookId)
    .executeTakeFirst();
  if (book === undefined) throw new AppError('NotFound', `Book ${bookId} not found`);
  const { title, number, seriesName } = book;
  const placed = readPlacing(book.placedBy);
  const named = readNaming(book.namedBy);
  return {
    bookId,
    series:
      placed === undefined ? null : { ...placed, result: seriesName, sentence: explainSeries(placed, seriesName) },
    title: named === undefined ? null : { ...named.title, result: title, sentence: explainTitle(named.title, title) },
    number:
      named === undefined ? null : { ...named.number, result: number, sentence: explainNumber(named.number, number) },
  };
}
