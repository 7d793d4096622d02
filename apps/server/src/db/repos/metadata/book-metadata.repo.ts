import { Author, Award, type BookMetadata, BookType } from '@lectern/contract';
import { z } from 'zod';
import type { ReadDb } from '../../open.ts';
import { listTermsOf } from '../rows/terms.repo.ts';
import { type ViewerScope, visibleBooks } from '../rows/visibility.ts';

const Authors = z.array(Author);
const Awards = z.array(Award);
const Texts = z.array(z.string());
const Type = BookType.nullable().catch(null);

type Authors = z.infer<typeof Authors>;

/** Names of those who did one thing, in the order of the book, each once. */
function namesOf(authors: Authors, role: Authors[number]['role']): string[] {
  return [...new Set(authors.filter((author) => author.role === role).map(({ name }) => name))];
}

function joined(names: readonly string[]): string | null {
  return names.length === 0 ? null : names.join(', ');
}

function flag(value: number | null): boolean | null {
  return value === null ? null : value === 1;
}

/** Midnight UTC of the first day that the parts allow; null without a year or for a day that is none. */
function dateOf(year: number | null, month: number | null, day: number | null): string | null {
  if (year === null || year < 1 || year > 9999) return null;
  const date = new Date(0);
  date.setUTCFullYear(year, (month ?? 1) - 1, day ?? 1);
  return Number.isNaN(date.getTime()) ? null : date.toISOString();
}

async function selectMetadata(db: ReadDb, viewerScope: ViewerScope, bookId: string) {
  return await visibleBooks(db, viewerScope, { includeDeleted: true })
    .innerJoin('bookMetadata', 'bookMetadata.bookId', 'book.id')
    .where('book.id', '=', bookId)
    .selectAll('bookMetadata')
    .select('book.pageCount')
    .executeTakeFirst();
}

/** The metadata of a book; undefined when nothing is known yet, or the book is hidden. */
export async function findBookMetadata(
  db: ReadDb,
  viewerScope: ViewerScope,
  bookId: string,
): Promise<BookMetadata | undefined> {
  const row = await selectMetadata(db, viewerScope, bookId);
  if (row === undefined) return undefined;
  const authors = Authors.parse(JSON.parse(row.authors));
  const genres = await listTermsOf(db, 'genre', 'book', [bookId]);
  return {
    id: row.id,
    bookId,
    title: row.title,
    subtitle: row.subtitle,
    originalTitle: row.originalTitle,
    summary: row.summary,
    series: row.series,
    seriesPosition: row.seriesPosition,
    seriesTotal: row.seriesTotal,
    count: row.count,
    number: row.number,
    volume: row.volume,
    chapter: row.chapter,
    pageCount: row.pageCount === 0 ? null : row.pageCount,
    year: row.year,
    month: row.month,
    day: row.day,
    originalYear: row.originalYear,
    releaseDate: dateOf(row.year, row.month, row.day),
    publisher: row.publisher,
    imprint: row.imprint,
    edition: row.edition,
    formatDetail: row.formatDetail,
    genre: joined(genres.map(({ name }) => name)),
    languageIso: row.languageIso,
    isbns: row.isbns,
    translator: joined(namesOf(authors, 'translator')),
    manga: flag(row.manga),
    blackAndWhite: flag(row.blackAndWhite),
    bookType: Type.parse(row.bookType),
    subjects: row.subjects === null ? null : Texts.parse(JSON.parse(row.subjects)),
    writers: namesOf(authors, 'writer'),
    pencillers: namesOf(authors, 'penciller'),
    inkers: namesOf(authors, 'inker'),
    colorists: namesOf(authors, 'colorist'),
    letterers: namesOf(authors, 'letterer'),
    coverArtists: namesOf(authors, 'cover_artist'),
    editors: namesOf(authors, 'editor'),
    authors,
    awards: Awards.parse(JSON.parse(row.awards)),
    customMetadata: row.customMetadata === null ? null : z.json().parse(JSON.parse(row.customMetadata)),
  };
}
