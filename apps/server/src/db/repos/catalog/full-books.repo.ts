import { sql } from 'kysely';
import type { ReadDb } from '../../open.ts';
import { runPrecompiled } from '../../precompiled.ts';
import { chunked } from '../../sql/dialect.ts';
import { idSlots } from '../rows/id-slots.ts';
import { groupColumn, readChunked, type ReadRow } from '../rows/read-rows.ts';
import type { ViewerScope } from '../rows/viewer-scope.ts';
import { visibleBooks } from '../rows/visibility.ts';

/** What catalogs say of a book beside what every list does. Texts are as they are stored. */
export type BookCredits = ReadRow<typeof listBookCredits>;

/**
 * Of books by id, in no order; those of which nothing is known are left out.
 * @param ids at most 500, of books that the caller may see
 */
export async function listBookCredits(db: ReadDb, ids: readonly string[]) {
  const { count, values, slots } = idSlots(ids);
  return runPrecompiled(db, `book-credits:${String(count)}`, values, () =>
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
export async function listBookSubjects(db: ReadDb, ids: readonly string[]) {
  const { count, values, slots } = idSlots(ids);
  return runPrecompiled(db, `book-subjects:${String(count)}`, values, () => {
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
export type Completions = ReadRow<typeof countCompletions>;

/** Completions of books by one user; books without any are left out. */
export async function countCompletions(db: ReadDb, userId: string, bookIds: readonly string[]) {
  const rows = await readChunked(bookIds, (ids) =>
    db
      .selectFrom('readCompletion')
      .select(['bookId'])
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .select((eb) => eb.fn.max('completedAt').as('lastAt'))
      .where('userId', '=', userId)
      .where('bookId', 'in', ids)
      .groupBy('bookId'),
  );
  return new Map(rows.map(({ bookId, ...completions }) => [bookId, completions]));
}

/** The series that files of books name, by book. */
export async function listStatedSeries(db: ReadDb, bookIds: readonly string[]) {
  const rows = await readChunked(bookIds, (ids) =>
    db.selectFrom('bookMetadata').select(['bookId', 'series']).where('bookId', 'in', ids),
  );
  return new Map(rows.map(({ bookId, series }) => [bookId, series]));
}

/**
 * Totals of series for one user, by series: a series was read as often as the book that was read least, and last when the last
 * book of that pass was finished. Series without live books that the viewer may see are left out.
 */
export async function countSeriesTotals(db: ReadDb, viewerScope: ViewerScope, seriesIds: readonly string[]) {
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
    const times = groupColumn(completions, 'bookId', 'completedAt');
    const counted = books.map(({ id, seriesId, ...numbers }) => ({
      seriesId,
      book: { ...numbers, times: times.get(id) ?? [] },
    }));
    for (const [seriesId, ofSeries] of groupColumn(counted, 'seriesId', 'book')) found.set(seriesId, sumUp(ofSeries));
  }
  return found;
}

/** What the live books of a series come to, for one user. */
export type SeriesTotals = ReturnType<typeof sumUp>;

interface CountedBook {
  readonly volume: number | null;
  readonly chapter: number | null;
  /** When it was finished, in order. */
  readonly times: readonly number[];
}

function sumUp(books: readonly CountedBook[]) {
  const readCount = Math.min(...books.map(({ times }) => times.length));
  return {
    maxVolume: findGreatest(books.map(({ volume }) => volume)),
    maxChapter: findGreatest(books.map(({ chapter }) => chapter)),
    /** Books with a volume and without a chapter. */
    volumesOwned: books.filter(({ volume, chapter }) => volume !== null && chapter === null).length,
    readCount,
    /** Null before the first pass is complete. */
    lastCompletedAt: readCount === 0 ? null : findGreatest(books.map(({ times }) => times[readCount - 1] ?? null)),
  };
}

function findGreatest(values: readonly (number | null)[]): number | null {
  return values.reduce((most, value) => (most === null || (value !== null && value > most) ? value : most), null);
}
