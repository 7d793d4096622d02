import { createHash } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { ColumnTypes } from '../sql/dialect.ts';

type Db = Kysely<unknown>;

/** Books changed by one statement. */
const BATCH = 200;

/** Characters that downloads replace in names. */
const INVISIBLE =
  /[\u{61c}\u{200b}\u{200e}\u{200f}\u{202a}-\u{202e}\u{2060}\u{2066}-\u{2069}\u{feff}\u{fff9}-\u{fffb}]/gu;
const RESERVED = /[\p{Cc}\u{2028}\u{2029}<>:"/\\|?*]/gu;

function computeHash(fileName: string): string {
  const name = fileName.toWellFormed().normalize('NFC').replace(INVISIBLE, '').replace(RESERVED, '_').trim();
  return createHash('md5').update(name).digest('hex');
}

async function nextBooks(
  db: Db,
  after: string,
): Promise<readonly { readonly id: string; readonly fileName: string }[]> {
  const { rows } = await sql<{ id: string; fileName: string }>`select "id", "fileName" from "book"
    where "id" > ${after} order by "id" limit ${sql.lit(BATCH)}`.execute(db);
  return rows;
}

/** Names that downloads also shorten have another hash: those books are identified by content only. */
async function hashNames(db: Db): Promise<void> {
  let books = await nextBooks(db, '');
  while (books.length > 0) {
    const cases = books.map(({ id, fileName }) => sql`when ${id} then ${computeHash(fileName)}`);
    const ids = books.map(({ id }) => id);
    await sql`update "book" set "nameHash" = case "id" ${sql.join(cases, sql` `)} end
      where "id" in (${sql.join(ids)})`.execute(db);
    books = await nextBooks(db, ids.at(-1) ?? '');
  }
}

/**
 * Lookups of books by both digests of KOReader, and of keys by its digest. Progress is stored verbatim, also for
 * unknown documents.
 */
export async function addKoreader(db: Db, { key, real }: ColumnTypes): Promise<void> {
  await db.schema.alterTable('apiKey').addColumn('koreaderDigest', 'text').execute();
  await db.schema.createIndex('apiKeyByKoreaderDigest').unique().on('apiKey').column('koreaderDigest').execute();
  await db.schema.alterTable('book').addColumn('nameHash', 'text').execute();
  await hashNames(db);
  await db.schema.createIndex('bookByKoreaderHash').on('book').column('koreaderHash').execute();
  await db.schema.createIndex('bookByNameHash').on('book').column('nameHash').execute();
  await db.schema
    .createTable('koreaderPlace')
    .addColumn('userId', 'text', (column) => column.notNull().references('user.id').onDelete('cascade'))
    .addColumn('document', key, (column) => column.notNull())
    .addColumn('nameHash', 'text')
    .addColumn('bookId', 'text', (column) => column.references('book.id').onDelete('set null'))
    .addColumn('progress', 'text', (column) => column.notNull())
    .addColumn('percentage', real, (column) => column.notNull())
    .addColumn('device', 'text', (column) => column.notNull())
    .addColumn('deviceId', 'text')
    .addColumn('page', 'integer')
    .addColumn('savedAt', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('koreaderPlaceKey', ['userId', 'document'])
    .execute();
  await db.schema.createIndex('koreaderPlaceOfBook').on('koreaderPlace').columns(['bookId', 'userId']).execute();
}
