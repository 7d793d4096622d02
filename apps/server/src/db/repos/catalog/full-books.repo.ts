import { sql } from 'kysely';
import type { ReadDb } from '../../open.ts';
import { runPrecompiled } from '../../precompiled.ts';
import { idSlots } from '../../slot.ts';
import { readChunked, type ReadRow } from '../rows/read-rows.ts';

/** What catalogs say of a book beside what every list does. Texts are as they are stored. */
export type BookCredits = ReadRow<typeof listBookCredits>;

/** Credits of at most 500 visible books, in no order; books without metadata are left out. */
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

/** Genres and then tags of at most 500 visible books, each in the order of its book. */
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
