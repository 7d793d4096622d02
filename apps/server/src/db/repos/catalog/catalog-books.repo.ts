import { sql } from 'kysely';
import type { ReadDb } from '../../open.ts';
import { runPrecompiled } from '../../precompiled.ts';
import { idSlots } from './book-rows.ts';

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
export interface BookSubject {
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
