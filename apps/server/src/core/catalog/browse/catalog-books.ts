import { Author, type Book } from '@lectern/contract';
import { z } from 'zod';
import { AppError } from '#core/errors.ts';
import { groupBy } from '#core/group-by.ts';
import type { Viewer } from '#core/viewer.ts';
import type { ReadDb } from '#db/open.ts';
import { findBooksById } from '#db/repos/rows/book-rows.ts';
import { type BookCredits, listBookCredits, listBookSubjects } from '#db/repos/catalog/full-books.repo.ts';

/** A book with the metadata that OPDS feeds contain. */
export interface CatalogBook extends Book {
  readonly credits: Omit<BookCredits, 'bookId' | 'authors'> & { readonly authors: readonly z.infer<typeof Author>[] };
  /** Genres, then tags. */
  readonly subjects: readonly string[];
}

const Authors = z.array(Author).catch([]);

const NO_CREDITS: CatalogBook['credits'] = {
  authors: [],
  publisher: null,
  imprint: null,
  subtitle: null,
  year: null,
  month: null,
  day: null,
  languageIso: null,
  isbns: null,
  seriesPosition: null,
};

function toCredits({ bookId: _, authors, ...credits }: BookCredits): CatalogBook['credits'] {
  return { ...credits, authors: Authors.parse(JSON.parse(authors)) };
}

/**
 * Adds the metadata of feeds to books, in their order, with two queries.
 * @param books at most 500, which the viewer may see
 */
export async function toCatalogBooks(db: ReadDb, books: readonly Book[]): Promise<CatalogBook[]> {
  const ids = books.map(({ id }) => id);
  if (ids.length === 0) return [];
  const [credits, subjects] = await Promise.all([listBookCredits(db, ids), listBookSubjects(db, ids)]);
  const creditsById = new Map(credits.map((row) => [row.bookId, toCredits(row)]));
  const subjectsById = groupBy(subjects, ({ bookId }) => bookId);
  return books.map((book) => ({
    ...book,
    credits: creditsById.get(book.id) ?? NO_CREDITS,
    subjects: subjectsById.get(book.id)?.map(({ name }) => name) ?? [],
  }));
}

/** One book with the metadata of feeds. @throws {AppError} `NotFound` */
export async function getCatalogBook(db: ReadDb, viewer: Viewer, bookId: string): Promise<CatalogBook> {
  const [book] = await toCatalogBooks(db, await findBooksById(db, viewer, [bookId]));
  if (book === undefined) throw new AppError('NotFound', `Book ${bookId} not found`);
  return book;
}
