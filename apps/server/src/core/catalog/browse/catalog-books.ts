import { Author, type Book } from '@lectern/contract';
import { z } from 'zod';
import { AppError } from '#core/errors.ts';
import type { ReadDb } from '#db/open.ts';
import { findBooksById } from '#db/repos/rows/book-rows.ts';
import { type BookCredits, listBookCredits, listBookSubjects } from '#db/repos/catalog/full-books.repo.ts';
import type { Viewer } from '#core/viewer.ts';

/** What a catalog of reader apps says of a book, and no more: fifty of them are made for a page. */
export interface CatalogBook extends Book {
  readonly credits: Omit<BookCredits, 'bookId' | 'authors'> & { readonly authors: readonly z.infer<typeof Author>[] };
  /** Its genres, then its tags. */
  readonly subjects: readonly string[];
}

type Credits = CatalogBook['credits'];

const Authors = z.array(Author).catch([]);

/** Texts of authors that were read before: books of a series name the same ones, and pages of a catalog are asked for again. */
const knownAuthors = new Map<string, Credits['authors']>();
const MAX_KNOWN = 2_000;
/** Longer texts are not worth keeping. */
const MAX_KNOWN_LENGTH = 2_000;

function readAuthors(text: string | null): Credits['authors'] {
  if (text === null) return [];
  const known = knownAuthors.get(text);
  if (known !== undefined) return known;
  const authors = Authors.parse(JSON.parse(text));
  if (knownAuthors.size >= MAX_KNOWN) knownAuthors.clear();
  if (text.length <= MAX_KNOWN_LENGTH) knownAuthors.set(text, authors);
  return authors;
}

const NOBODY: Credits = {
  ...{ authors: [], publisher: null, imprint: null, subtitle: null, year: null, month: null, day: null },
  ...{ languageIso: null, isbns: null, seriesPosition: null },
};

function creditsOf(row: BookCredits | undefined): Credits {
  if (row === undefined) return NOBODY;
  const { publisher, imprint, subtitle, year, month, day, languageIso, isbns, seriesPosition } = row;
  const authors = readAuthors(row.authors);
  return { authors, publisher, imprint, subtitle, year, month, day, languageIso, isbns, seriesPosition };
}

/**
 * Books with what catalogs say of them, in their order: two queries for a page of them.
 * @param books at most 500, as their viewer may see them
 */
export async function toCatalogBooks(db: ReadDb, books: readonly Book[]): Promise<CatalogBook[]> {
  const ids = books.map(({ id }) => id);
  if (ids.length === 0) return [];
  const [credits, found] = await Promise.all([listBookCredits(db, ids), listBookSubjects(db, ids)]);
  const subjects = new Map<string, string[]>();
  for (const { bookId, name } of found) {
    const names = subjects.get(bookId);
    if (names === undefined) subjects.set(bookId, [name]);
    else names.push(name);
  }
  const byId = new Map<string, BookCredits>();
  for (const row of credits) byId.set(row.bookId, row);
  return books.map((book) => ({
    ...book,
    credits: creditsOf(byId.get(book.id)),
    subjects: subjects.get(book.id) ?? [],
  }));
}

/**
 * The same of one book.
 * @throws {AppError} `NotFound`
 */
export async function getCatalogBook(db: ReadDb, viewer: Viewer, bookId: string): Promise<CatalogBook> {
  const [book] = await toCatalogBooks(db, await findBooksById(db, viewer, [bookId]));
  if (book === undefined) throw new AppError('NotFound', `Book ${bookId} not found`);
  return book;
}
