import { type Kysely, sql } from 'kysely';
import type { ColumnTypes } from '../sql/dialect.ts';
import { addRowTrigger } from '../sql/row-trigger.ts';

type Db = Kysely<unknown>;

/** Gram indexes of names, and of the other texts: search may use names alone. */
async function createGrams(db: Db, { kind }: ColumnTypes): Promise<void> {
  await sql`drop table "searchGram"`.execute(db);
  if (kind === 'sqlite') {
    await sql`create virtual table "searchGram" using fts5("names", "rest", content='', contentless_delete=1, detail=column,
      tokenize='trigram case_sensitive 1')`.execute(db);
    return;
  }
  await db.schema
    .createTable('searchGram')
    .addColumn('docId', 'bigint', (column) => column.primaryKey())
    .addColumn('names', sql`text[]`, (column) => column.notNull())
    .addColumn('grams', sql`text[]`, (column) => column.notNull())
    .execute();
  await sql`create index "searchGramByName" on "searchGram" using gin ("names")`.execute(db);
  await sql`create index "searchGramByGram" on "searchGram" using gin ("grams")`.execute(db);
}

async function createNames(db: Db, types: ColumnTypes): Promise<void> {
  await db.schema
    .createTable('searchName')
    .addColumn('docId', 'bigint', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('line', types.key, (column) => column.notNull())
    .execute();
  await db.schema.createIndex('searchNameByLine').on('searchName').columns(['kind', 'line', 'docId']).execute();
  await db.schema.createIndex('searchNameByDoc').on('searchName').column('docId').execute();
}

/**
 * Indexes of the beginnings of names, and of names apart from other text, so that frequent texts are found without a
 * full scan. Collections and read lists become searchable. Everything is indexed again.
 */
export async function addSearchBounds(db: Db, types: ColumnTypes): Promise<void> {
  await createGrams(db, types);
  await createNames(db, types);
  for (const [kind, letter] of [
    ['collection', 'C'],
    ['readList', 'R'],
  ] as const) {
    const mark = (row: 'new' | 'old'): string =>
      `insert into "searchMark" ("kind", "entityId") select '${kind}', ${row}."id"`;
    const parts = [
      ['A', 'insert', '1 = 1', mark('new')],
      ['B', 'delete', '1 = 1', mark('old')],
      ['C', 'update of "name"', 'old."name" <> new."name"', mark('new')],
    ] as const;
    for (const [index, after, when, run] of parts) {
      await addRowTrigger(db, types.kind, { name: `searchMark${letter}${index}`, table: kind, after, when, run });
    }
  }
  await sql`delete from "searchMark"`.execute(db);
  for (const table of ['series', 'book', 'genre', 'tag', 'collection', 'readList']) {
    await sql`insert into "searchMark" ("kind", "entityId") select ${sql.lit(table)}, "id" from ${sql.table(table)}`.execute(
      db,
    );
  }
  // People and publishers come back with the books that name them.
  await sql`delete from "searchDoc" where "kind" in ('person', 'publisher')`.execute(db);
}
