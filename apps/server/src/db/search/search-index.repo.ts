import { sql } from 'kysely';
import { chunked } from '../sql/dialect.ts';
import type { ReadDb, Tx } from '../open.ts';
import { lineStart } from './found-docs.repo.ts';
import { putGrams, removeGrams, removeStrayGrams, type SearchKind } from './grams.ts';

/** Something that the index has to look at. */
export interface SearchMark {
  readonly id: number;
  readonly kind: string;
  readonly entityId: string;
}

/** A document as it goes into the index; texts are encoded. */
export interface SearchDoc {
  readonly kind: SearchKind;
  readonly entityId: string;
  readonly names: string;
  readonly rest: string;
  readonly sortKey: string;
}

/** A person or publisher whom a book names. */
export interface SearchCredit {
  readonly kind: 'person' | 'publisher';
  readonly nameKey: string;
  readonly bookId: string;
  readonly name: string;
}

/** One gram of a word that occurs. */
export interface WordGram {
  readonly gram: string;
  readonly length: number;
  readonly word: string;
}

/** Rows of one insert: few enough for the parameters of a statement. */
const INSERT_ROWS = 2_000;

/** The oldest marks. */
export async function listSearchMarks(db: ReadDb, limit: number): Promise<SearchMark[]> {
  return await db.selectFrom('searchMark').select(['id', 'kind', 'entityId']).orderBy('id').limit(limit).execute();
}

/** Deletes marks that were dealt with. */
export async function deleteSearchMarks(tx: Tx, ids: readonly number[]): Promise<void> {
  for (const some of chunked(ids)) await tx.write.deleteFrom('searchMark').where('id', 'in', some).execute();
}

/** How many marks wait. */
export async function countSearchMarks(db: ReadDb): Promise<number> {
  const row = await db
    .selectFrom('searchMark')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return row.count;
}

/** What books are found by. */
export async function listBookTexts(db: ReadDb, ids: readonly string[]) {
  return await db
    .selectFrom('book')
    .innerJoin('series', 'series.id', 'book.seriesId')
    .leftJoin('bookMetadata', 'bookMetadata.bookId', 'book.id')
    .where('book.id', 'in', ids)
    .select([
      'book.id',
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
    ])
    .execute();
}

/** What series are found by, without what their books say. */
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

/** People and publishers whom the live books of series name. */
export async function listNamesInSeries(db: ReadDb, seriesIds: readonly string[]) {
  return await db
    .selectFrom('searchCredit')
    .innerJoin('book', 'book.id', 'searchCredit.bookId')
    .where('book.seriesId', 'in', seriesIds)
    .where('book.deletedAt', 'is', null)
    .select(['book.seriesId as ownerId', 'searchCredit.name'])
    .distinct()
    .orderBy('searchCredit.name')
    .execute();
}

/** Kinds of what has a name and nothing else that it is found by. */
export const NAMED = ['genre', 'tag', 'collection', 'readList'] as const;

/** Names of such things. */
export async function listNamesOf(db: ReadDb, kind: (typeof NAMED)[number], ids: readonly string[]) {
  const named = sql<{ id: string; name: string }>`(select "id", "name" from ${sql.table(kind)})`;
  return await db.selectFrom(named.as('named')).where('id', 'in', ids).select(['named.id', 'named.name']).execute();
}

/** Which people or publishers are known. */
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

/** A document as it was written. */
interface WrittenDoc {
  readonly id: number;
  readonly kind: SearchKind;
  readonly names: string;
  readonly rest: string;
}

/** Replaces how the names of documents begin. */
async function putNames(tx: Tx, docs: readonly WrittenDoc[]): Promise<void> {
  await removeNames(
    tx,
    docs.map(({ id }) => id),
  );
  const rows = docs.flatMap(({ id, kind, names }) => {
    const lines = new Set(names.split('\n').map((line) => lineStart(line.trim())));
    lines.delete('');
    return [...lines].map((line) => ({ docId: id, kind, line }));
  });
  for (let from = 0; from < rows.length; from += INSERT_ROWS) {
    await tx.write
      .insertInto('searchName')
      .values(rows.slice(from, from + INSERT_ROWS))
      .execute();
  }
}

async function removeNames(tx: Tx, ids: readonly number[]): Promise<void> {
  if (ids.length > 0) await tx.write.deleteFrom('searchName').where('docId', 'in', ids).execute();
}

/** Writes documents, in place of those that were there. */
export async function putDocs(tx: Tx, docs: readonly SearchDoc[]): Promise<void> {
  for (const some of chunked(docs)) {
    const rows = await tx.write
      .insertInto('searchDoc')
      .values(some)
      .onConflict((conflict) =>
        conflict.columns(['kind', 'entityId']).doUpdateSet((eb) => ({
          names: eb.ref('excluded.names'),
          rest: eb.ref('excluded.rest'),
          sortKey: eb.ref('excluded.sortKey'),
        })),
      )
      .returning(['id', 'kind', 'entityId', 'names', 'rest'])
      .execute();
    const kinds = new Map(some.map(({ kind, entityId }) => [`${kind} ${entityId}`, kind]));
    const written = rows.flatMap(({ id, kind: name, entityId, names, rest }): WrittenDoc[] => {
      const kind = kinds.get(`${name} ${entityId}`);
      return kind === undefined ? [] : [{ id, kind, names, rest }];
    });
    await putGrams(tx, written);
    await putNames(tx, written);
  }
}

/** Deletes documents of what is no more. */
export async function removeDocs(tx: Tx, kind: SearchKind, entityIds: readonly string[]): Promise<void> {
  for (const some of chunked(entityIds)) {
    const rows = await tx.write
      .deleteFrom('searchDoc')
      .where('kind', '=', kind)
      .where('entityId', 'in', some)
      .returning('id')
      .execute();
    const ids = rows.map(({ id }) => id);
    await removeGrams(tx, ids);
    await removeNames(tx, ids);
  }
}

/** Replaces what books name. */
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

/** Of some words those that are not known yet. */
export async function listNewWords(db: ReadDb, words: readonly WordGram[]): Promise<ReadonlySet<string>> {
  const found = new Set(words.map(({ word }) => word));
  for (const some of chunked(words)) {
    const keys = some.map(({ gram, length, word }) => sql`(${gram}, cast(${length} as integer), ${word})`);
    const query = db
      .selectFrom('searchWord')
      .select('word')
      .where(sql<boolean>`("gram", "length", "word") in (values ${sql.join(keys)})`);
    for (const { word } of await query.execute()) found.delete(word);
  }
  return found;
}

/** Remembers words that occur. */
export async function putWords(tx: Tx, grams: readonly WordGram[]): Promise<void> {
  for (let from = 0; from < grams.length; from += INSERT_ROWS) {
    await tx.write
      .insertInto('searchWord')
      .values(grams.slice(from, from + INSERT_ROWS))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
}

/**
 * Marks everything, and forgets what nothing stands behind any more. What can be found stays so until it is dealt with; only
 * the words that misspelt ones may mean come again with it.
 */
export async function markEverything(tx: Tx): Promise<void> {
  await tx.write.deleteFrom('searchMark').execute();
  await tx.write.deleteFrom('searchWord').execute();
  for (const kind of ['book', 'series', ...NAMED] as const) {
    await tx.write
      .deleteFrom('searchDoc')
      .where('kind', '=', kind)
      .where('entityId', 'not in', sql<string>`(select "id" from ${sql.table(kind)})`)
      .execute();
    await tx.write
      .insertInto('searchMark')
      .columns(['kind', 'entityId'])
      .expression(sql`select ${sql.lit(kind)}, "id" from ${sql.table(kind)}`)
      .execute();
  }
  // People and publishers come back with the books that name them.
  await tx.write.deleteFrom('searchDoc').where('kind', 'in', ['person', 'publisher']).execute();
  await removeStrayGrams(tx);
  await tx.write
    .deleteFrom('searchName')
    .where('docId', 'not in', (eb) => eb.selectFrom('searchDoc').select('id'))
    .execute();
}

/** Of which words those with some grams are wanted. */
export interface WordRange {
  /** Letters at least, and at most. */
  readonly from: number;
  readonly to: number;
  /** How many of the grams they have at least. */
  readonly least: number;
}

/** Words that share grams with another one, in no order. */
export async function listSimilarWords(
  db: ReadDb,
  grams: readonly string[],
  { from, to, least }: WordRange,
): Promise<string[]> {
  const rows = await db
    .selectFrom('searchWord')
    .select('word')
    .where('gram', 'in', grams)
    .where('length', '>=', from)
    .where('length', '<=', to)
    .groupBy('word')
    .having((eb) => eb.fn.countAll<number>(), '>=', least)
    .execute();
  return rows.map(({ word }) => word);
}
