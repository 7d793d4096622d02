import { type Insertable, type RawBuilder, type Selectable, sql, type Updateable } from 'kysely';
import type { ReadDb, Tx } from '../../open.ts';
import { formatColumns, runPrecompiled, slot, slotsFor, writePrecompiled } from '../../precompiled.ts';
import { lockAgainstChange } from '#db/sql/row-locks.ts';
import type { BookMetadataTable, BookTable } from '../../schema/index.ts';
import { selectFront } from '../rows/covers.repo.ts';
import { RULE_COLUMNS } from './naming.repo.ts';
import { countRows, type IdPage, isFound, type ReadRow } from '../rows/read-rows.ts';

/** A metadata row as stored. */
export type MetadataRow = Selectable<BookMetadataTable>;
export type NewMetadata = Insertable<BookMetadataTable>;
export type AnalyzedBook = Updateable<BookTable>;

/** What an analysis needs to know of a book. */
export type BookToAnalyze = ReadRow<typeof findBookToAnalyze>;

/** The fields of a series that files may fill. */
export type SeriesFieldsRow = ReadRow<typeof findSeriesFields>;

/** Whether a table has a row of the book. */
function hasRow(table: string, column = 'bookId'): RawBuilder<number> {
  const row = sql`select 1 from ${sql.table(table)} where ${sql.ref(`${table}.${column}`)} = ${sql.ref('book.id')}`;
  return sql<number>`case when exists (${row}) then 1 else 0 end`;
}

/** A live book. */
export async function findBookToAnalyze(db: ReadDb, bookId: string) {
  const rows = await runPrecompiled(db, 'book to analyze', { bookId }, () =>
    db
      .selectFrom('book')
      .innerJoin('library', 'library.id', 'book.libraryId')
      .innerJoin('series', 'series.id', 'book.seriesId')
      .select([
        'book.id',
        'book.libraryId',
        'library.path as libraryPath',
        'book.seriesId',
        'book.path',
        'book.fileName',
        'book.fileSize',
        'book.fileModifiedAt',
        'book.fileHash',
        'book.fileFormat',
        'book.fingerprint',
        'book.state',
        'book.sidecars',
        'book.failedAttempts',
        'book.pageCount',
        'book.title',
        'book.titleSort',
        'book.sortKey',
        'book.number',
        'book.numberSort',
        'book.namedBy',
        'book.coverKey',
        'book.customCoverKey',
        'series.title as seriesTitle',
        ...RULE_COLUMNS,
        hasRow('bookMetadata').as('hasMetadata'),
        hasRow('bookError').as('hasErrors'),
        hasRow('bookGenre').as('hasGenres'),
        hasRow('bookTag').as('hasTags'),
        hasRow('externalLink').as('hasLinks'),
        hasRow('cover', 'fromBookId').as('lendsCover'),
      ])
      .where('book.id', '=', slot<string>('bookId'))
      .where('book.deletedAt', 'is', null),
  );
  return rows[0];
}

/** Metadata of a book, or undefined when it has none yet. */
export async function findMetadataRow(db: ReadDb, bookId: string): Promise<MetadataRow | undefined> {
  const rows = await runPrecompiled(db, 'metadata row', { bookId }, () =>
    db.selectFrom('bookMetadata').selectAll().where('bookId', '=', slot<string>('bookId')),
  );
  return rows[0];
}

/** What a series says of itself. */
export async function findSeriesFields(db: ReadDb, seriesId: string) {
  const rows = await runPrecompiled(db, 'series fields', { seriesId }, () =>
    db
      .selectFrom('series')
      .select([
        'libraryId',
        'summary',
        'publisher',
        'year',
        'status',
        'readingDirection',
        'imprint',
        'ageRating',
        'language',
      ])
      .select(['filled', 'locks'])
      .where('id', '=', slot<string>('seriesId')),
  );
  return rows[0];
}

/** The direction that all analysed books of a series state; null when they differ. */
export async function findAgreedDirection(db: ReadDb, seriesId: string): Promise<string | null> {
  const { books, stated, first, last } = await db
    .selectFrom('book')
    .innerJoin('bookMetadata', 'bookMetadata.bookId', 'book.id')
    .select((eb) => [
      eb.fn.countAll<number>().as('books'),
      eb.fn.count<number>('bookMetadata.readingDirection').as('stated'),
      eb.fn.min('bookMetadata.readingDirection').as('first'),
      eb.fn.max('bookMetadata.readingDirection').as('last'),
    ])
    .where('book.seriesId', '=', seriesId)
    .where('book.deletedAt', 'is', null)
    .executeTakeFirstOrThrow();
  return books === stated && first === last ? first : null;
}

/** How many live books a series has: titles are padded by it. */
export async function countLiveBooks(db: ReadDb, seriesId: string): Promise<number> {
  return countRows(db.selectFrom('book').where('seriesId', '=', seriesId).where('deletedAt', 'is', null));
}

/** The first book of a series that has a cover: it is the cover of the series. Two looks into the index `bookFront`. */
export async function findFirstBookId(db: ReadDb, seriesId: string): Promise<string | undefined> {
  const first = async (isNumbered: boolean): Promise<string | undefined> => {
    const rows = await runPrecompiled(db, `first book ${String(isNumbered)}`, { seriesId }, () =>
      selectFront(db, slot('seriesId'), isNumbered).select('book.id'),
    );
    return rows[0]?.id;
  };
  return (await first(true)) ?? (await first(false));
}

/** Locks a book until the transaction ends; SQLite has one writer anyway. */
export async function lockBook(tx: Tx, bookId: string): Promise<void> {
  if (tx.kind === 'sqlite') return;
  await writePrecompiled(tx, 'hold book', { bookId }, () =>
    lockAgainstChange(tx.kind, tx.write.selectFrom('book').select('id').where('id', '=', slot<string>('bookId'))),
  );
}

/** Writes what an analysis found. @returns false when the book is gone */
export async function writeAnalyzedBook(tx: Tx, bookId: string, change: AnalyzedBook): Promise<boolean> {
  const shape = `analyzed book ${formatColumns(change)}`;
  const rows = await writePrecompiled(tx, shape, { ...change, bookId }, () =>
    tx.write.updateTable('book').set(slotsFor(change)).where('id', '=', slot<string>('bookId')).returning('id'),
  );
  return rows.length > 0;
}

/** Stores a book's metadata in place of what was there. */
export async function writeMetadata(tx: Tx, row: NewMetadata): Promise<void> {
  await writePrecompiled(tx, `metadata ${formatColumns(row)}`, { ...row }, () => {
    const slots = slotsFor(row);
    const { id: _id, bookId: _bookId, createdAt: _createdAt, ...change } = slots;
    return tx.write
      .insertInto('bookMetadata')
      .values(slots)
      .onConflict((conflict) => conflict.column('bookId').doUpdateSet(change));
  });
}

/** Writes what files say of a series. */
export async function writeSeriesFields(
  tx: Tx,
  seriesId: string,
  change: Partial<Omit<SeriesFieldsRow, 'libraryId' | 'locks'>> & { readonly updatedAt?: number },
): Promise<void> {
  await tx.write.updateTable('series').set(change).where('id', '=', seriesId).execute();
}

/** Books of a library without a full hash, readable ones only, by id. */
export async function listUnhashedBooks(
  db: ReadDb,
  libraryId: string,
  { after, limit }: IdPage,
): Promise<
  { readonly id: string; readonly path: string; readonly fileSize: number; readonly fileModifiedAt: number }[]
> {
  return db
    .selectFrom('book')
    .select(['id', 'path', 'fileSize', 'fileModifiedAt'])
    .where('libraryId', '=', libraryId)
    .where('fileHash', '=', sql.lit(''))
    .where('deletedAt', 'is', null)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** Stores the hash of a file that is still the one that was hashed. */
export async function writeFileHash(
  tx: Tx,
  { id, fileSize, fileModifiedAt }: { readonly id: string; readonly fileSize: number; readonly fileModifiedAt: number },
  fileHash: string,
) {
  const hashed = tx.write.updateTable('book').set({ fileHash }).where('id', '=', id).where('fileSize', '=', fileSize);
  return isFound(hashed.where('fileModifiedAt', '=', fileModifiedAt).returning('id'));
}

/** Root of a library, absolute; undefined when it is gone. */
export async function findLibraryPath(db: ReadDb, libraryId: string): Promise<string | undefined> {
  const row = await db.selectFrom('library').select('path').where('id', '=', libraryId).executeTakeFirst();
  return row?.path;
}
