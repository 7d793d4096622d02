import { sql } from 'kysely';
import type { ReadDb } from '../../open.ts';
import { runPrecompiled } from '../../precompiled.ts';
import { chunked } from '../../sql/dialect.ts';
import { idSlots } from '../rows/book-rows.ts';
import { type ViewerScope, visibleBooks } from '../rows/visibility.ts';

/** What catalogs say of a book beside what every list does. Texts are as they are stored. */
export interface BookCredits {
  readonly bookId: string;
  /** JSON of `Author` of the contract. */
  readonly authors: string | null;
  readonly publisher: string | null;
  readonly imprint: string | null;
  readonly subtitle: string | null;
  readonly year: number | null;
  readonly month: number | null;
  readonly day: number | null;
  readonly languageIso: string | null;
  readonly isbns: string | null;
  readonly seriesPosition: number | null;
}

/** A genre or tag of a book. */
interface BookSubject {
  readonly bookId: string;
  readonly name: string;
}

/**
 * Of books by id, in no order; those of which nothing is known are left out.
 * @param ids at most 500, of books that the caller may see
 */
export async function listBookCredits(db: ReadDb, ids: readonly string[]): Promise<BookCredits[]> {
  const { count, values, slots } = idSlots(ids);
  return runPrecompiled<BookCredits>(db, `book-credits:${String(count)}`, values, () =>
    db
      .selectFrom('bookMetadata as known')
      .where('known.bookId', 'in', slots())
      .select([
        ...(['known.bookId', 'known.authors', 'known.publisher', 'known.imprint', 'known.subtitle'] as const),
        ...(['known.year', 'known.month', 'known.day', 'known.languageIso', 'known.isbns'] as const),
        'known.seriesPosition',
      ]),
  );
}

/**
 * Genres of books and then their tags, each in the order of its book.
 * @param ids at most 500, of books that the caller may see
 */
export async function listBookSubjects(db: ReadDb, ids: readonly string[]): Promise<BookSubject[]> {
  const { count, values, slots } = idSlots(ids);
  return runPrecompiled<BookSubject>(db, `book-subjects:${String(count)}`, values, () => {
    const genres = db
      .selectFrom('bookGenre as link')
      .innerJoin('genre as term', 'term.id', 'link.genreId')
      .select(['link.bookId', 'term.name', 'term.nameKey', 'link.position', sql<number>`0`.as('kind')])
      .where('link.bookId', 'in', slots());
    const tags = db
      .selectFrom('bookTag as link')
      .innerJoin('tag as term', 'term.id', 'link.tagId')
      .select(['link.bookId', 'term.name', 'term.nameKey', 'link.position', sql<number>`1`.as('kind')])
      .where('link.bookId', 'in', slots());
    return db
      .selectFrom(genres.unionAll(tags).as('subject'))
      .select(['subject.bookId', 'subject.name'])
      .orderBy('subject.kind')
      .orderBy('subject.position')
      .orderBy('subject.nameKey');
  });
}

/** How often a user finished a book, and when last. */
export interface Completions {
  readonly count: number;
  /** Epoch milliseconds. */
  readonly lastAt: number;
}

/** Completions of books by one user; books without any are left out. */
export async function countCompletions(
  db: ReadDb,
  userId: string,
  bookIds: readonly string[],
): Promise<ReadonlyMap<string, Completions>> {
  const found = new Map<string, Completions>();
  for (const ids of chunked(bookIds)) {
    const rows = await db
      .selectFrom('readCompletion')
      .select(['bookId'])
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .select((eb) => eb.fn.max('completedAt').as('lastAt'))
      .where('userId', '=', userId)
      .where('bookId', 'in', ids)
      .groupBy('bookId')
      .execute();
    for (const { bookId, ...completions } of rows) found.set(bookId, completions);
  }
  return found;
}

/** The series that files of books name, by book. */
export async function listStatedSeries(
  db: ReadDb,
  bookIds: readonly string[],
): Promise<ReadonlyMap<string, string | null>> {
  const found = new Map<string, string | null>();
  for (const ids of chunked(bookIds)) {
    const rows = await db.selectFrom('bookMetadata').select(['bookId', 'series']).where('bookId', 'in', ids).execute();
    for (const { bookId, series } of rows) found.set(bookId, series);
  }
  return found;
}

/** What the live books of a series come to, for one user. */
export interface SeriesTotals {
  readonly maxVolume: number | null;
  readonly maxChapter: number | null;
  /** Books with a volume and without a chapter. */
  readonly volumesOwned: number;
  /** How often all of them were finished. */
  readonly readCount: number;
  /** When that was so last; null before. */
  readonly lastCompletedAt: number | null;
}

/** Totals of series by id; those without live books that the viewer may see are left out. */
export async function countSeriesTotals(
  db: ReadDb,
  viewerScope: ViewerScope,
  seriesIds: readonly string[],
): Promise<ReadonlyMap<string, SeriesTotals>> {
  const found = new Map<string, SeriesTotals>();
  for (const ids of chunked(seriesIds)) {
    const books = await visibleBooks(db, viewerScope)
      .select(['book.id', 'book.seriesId', 'book.volume', 'book.chapter'])
      .where('book.seriesId', 'in', ids)
      .execute();
    const completions = await db
      .selectFrom('readCompletion')
      .innerJoin('book', 'book.id', 'readCompletion.bookId')
      .select(['readCompletion.bookId', 'readCompletion.completedAt'])
      .where('readCompletion.userId', '=', viewerScope.userId)
      .where('book.seriesId', 'in', ids)
      .orderBy('readCompletion.completedAt')
      .execute();
    const times = groupTimes(completions);
    const bySeries = new Map<string, CountedBook[]>();
    for (const { id, seriesId, volume, chapter } of books) {
      const counted = { volume, chapter, times: times.get(id) ?? [] };
      bySeries.set(seriesId, [...(bySeries.get(seriesId) ?? []), counted]);
    }
    for (const [seriesId, ofSeries] of bySeries) found.set(seriesId, totalsOf(ofSeries));
  }
  return found;
}

interface CountedBook {
  readonly volume: number | null;
  readonly chapter: number | null;
  /** When it was finished, in order. */
  readonly times: readonly number[];
}

function groupTimes(rows: readonly { readonly bookId: string; readonly completedAt: number }[]) {
  const times = new Map<string, number[]>();
  for (const { bookId, completedAt } of rows) {
    const known = times.get(bookId);
    if (known === undefined) times.set(bookId, [completedAt]);
    else known.push(completedAt);
  }
  return times;
}

/** A series was read as often as the book that was read least; a pass is complete when its last book is. */
function totalsOf(books: readonly CountedBook[]): SeriesTotals {
  const readCount = Math.min(...books.map(({ times }) => times.length));
  const ends = readCount === 0 ? [] : books.flatMap(({ times }) => times[readCount - 1] ?? []);
  return {
    maxVolume: greatest(books.map(({ volume }) => volume)),
    maxChapter: greatest(books.map(({ chapter }) => chapter)),
    volumesOwned: books.filter(({ volume, chapter }) => volume !== null && chapter === null).length,
    readCount,
    lastCompletedAt: greatest(ends),
  };
}

/** The greatest of those that are known; null when none is. */
function greatest(values: readonly (number | null)[]): number | null {
  return values.reduce((most, value) => (most === null || (value !== null && value > most) ? value : most), null);
}
