import { sql } from 'kysely';
import { chunked } from '../sql/dialect.ts';
import type { ReadDb, Tx } from '../open.ts';

/** Texts by which books are found. */
export async function listBookTexts(db: ReadDb, ids: readonly string[]) {
  return await db
    .selectFrom('book')
    .innerJoin('series', 'series.id', 'book.seriesId')
    .leftJoin('bookMetadata', 'bookMetadata.bookId', 'book.id')
    .where('book.id', 'in', ids)
    .select([
      'book.id',
      'book.seriesId',
      'book.title',
      'book.titleSort',
      'book.sortKey',
      'series.title as seriesTitle',
      'bookMetadata.title as statedTitle',
      'bookMetadata.subtitle',
      'bookMetadata.originalTitle',
      'bookMetadata.publisher',
      'bookMetadata.imprint',
      'bookMetadata.authors',
      'bookMetadata.embedded',
      'series.authors as seriesAuthors',
      'series.publisher as seriesPublisher',
      'series.imprint as seriesImprint',
      'series.locks as seriesLocks',
    ])
    .execute();
}

/** Texts of one book. */
export type BookTexts = Awaited<ReturnType<typeof listBookTexts>>[number];

/** Texts by which series are found, without those of their books. */
export async function listSeriesTexts(db: ReadDb, ids: readonly string[]) {
  return await db
    .selectFrom('series')
    .where('id', 'in', ids)
    .select(['id', 'title', 'titleSort', 'name', 'sortKey', 'publisher', 'imprint', 'authors'])
    .execute();
}

/** Other titles of series. */
export async function listOtherTitles(db: ReadDb, seriesIds: readonly string[]) {
  return await db
    .selectFrom('alternateTitle')
    .where('seriesId', 'in', seriesIds)
    .select(['seriesId as ownerId', 'title as name'])
    .orderBy('id')
    .execute();
}

/** People and publishers that the live books of series name, as they were last counted. */
export async function listNamesInSeries(db: ReadDb, seriesIds: readonly string[]) {
  return await db
    .selectFrom('creditCount')
    .where('seriesId', 'in', seriesIds)
    .where('kind', 'in', ['person', 'publisher'])
    .select(['seriesId as ownerId', 'name'])
    .distinct()
    .orderBy('name')
    .execute();
}

/** Kinds that are found by their name alone. */
export const NAMED = ['genre', 'tag', 'collection', 'readList'] as const;

/** Names of rows of such a kind. */
export async function listTermNames(db: ReadDb, kind: (typeof NAMED)[number], ids: readonly string[]) {
  const named = sql<{ id: string; name: string }>`(select "id", "name" from ${sql.table(kind)})`;
  return await db.selectFrom(named.as('named')).where('id', 'in', ids).select(['named.id', 'named.name']).execute();
}

/** A name that a book credits. */
export interface SearchCredit {
  readonly kind: 'person' | 'publisher' | 'character' | 'team';
  readonly nameKey: string;
  readonly bookId: string;
  readonly name: string;
  /** As stored. */
  readonly roles: string;
}

/** The place of a credited name in lists. */
export interface CreditName {
  readonly kind: SearchCredit['kind'];
  readonly nameKey: string;
  readonly sortKey: string;
  readonly letter: string;
  /** Whether a book states it; a guess never replaces what is stored. */
  readonly isStated: boolean;
}

/** Which of these people or publishers have a document. */
export async function listKnownNames(
  db: ReadDb,
  kind: SearchCredit['kind'],
  keys: readonly string[],
): Promise<ReadonlySet<string>> {
  const known = new Set<string>();
  for (const some of chunked(keys)) {
    const query = db.selectFrom('searchDoc').select('entityId').where('kind', '=', kind).where('entityId', 'in', some);
    for (const { entityId } of await query.execute()) known.add(entityId);
  }
  return known;
}

/** Replaces the credits of books. */
export async function putCredits(tx: Tx, bookIds: readonly string[], credits: readonly SearchCredit[]): Promise<void> {
  for (const some of chunked(bookIds)) await tx.write.deleteFrom('searchCredit').where('bookId', 'in', some).execute();
  for (const some of chunked(credits)) {
    await tx.write
      .insertInto('searchCredit')
      .values(some)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
}

/** Stores the places of names. */
export async function putCreditNames(tx: Tx, names: readonly CreditName[]): Promise<void> {
  for (const stated of [false, true]) {
    const rows = names
      .filter(({ isStated }) => isStated === stated)
      .map(({ kind, nameKey, sortKey, letter }) => ({ kind, nameKey, sortKey, letter }));
    for (const some of chunked(rows)) {
      await tx.write
        .insertInto('creditName')
        .values(some)
        .onConflict((conflict) =>
          stated
            ? conflict.columns(['kind', 'nameKey']).doUpdateSet((eb) => ({
                sortKey: eb.ref('excluded.sortKey'),
                letter: eb.ref('excluded.letter'),
              }))
            : conflict.doNothing(),
        )
        .execute();
    }
  }
}

/** Counts the credits of series again. */
export async function countCredits(tx: Tx, seriesIds: readonly string[]): Promise<void> {
  for (const some of chunked(seriesIds)) {
    await tx.write.deleteFrom('creditCount').where('seriesId', 'in', some).execute();
    const counted = tx.write
      .selectFrom('book')
      // SQLite keeps the order of a cross join: in another it reads all credits, in the order of the groups.
      .crossJoin('searchCredit as credit')
      .whereRef('credit.bookId', '=', 'book.id')
      .where('book.seriesId', 'in', some)
      .where('book.deletedAt', 'is', null)
      .select((eb) => [
        'credit.kind',
        'credit.nameKey',
        'book.seriesId',
        'credit.roles',
        'credit.name',
        eb.fn.countAll<number>().as('bookCount'),
      ])
      .groupBy(['credit.kind', 'credit.nameKey', 'book.seriesId', 'credit.roles', 'credit.name']);
    await tx.write
      .insertInto('creditCount')
      .columns(['kind', 'nameKey', 'seriesId', 'roles', 'name', 'bookCount'])
      .expression(counted)
      .execute();
  }
}
