import { type Kysely, sql } from 'kysely';
import type { ColumnTypes } from '../sql/dialect.ts';
import { addRowTrigger } from '../sql/row-trigger.ts';

const MARK_BOOKS = `insert into "searchMark" ("kind", "entityId")
  select 'book', "book"."id" from "book" where "book"."seriesId" = new."id"`;
const SERIES_CREDITS = ['authors', 'publisher', 'imprint', 'locks'];

function differs(column: string): string {
  return `coalesce(old."${column}", '') <> coalesce(new."${column}", '')`;
}

/**
 * Credits tell the roles of a name, and also cover imprints, characters and teams. Each name has one row with its order
 * in lists. Every book is indexed again.
 */
export async function addCredits(db: Kysely<unknown>, types: ColumnTypes): Promise<void> {
  await db.schema
    .alterTable('searchCredit')
    .addColumn('roles', 'text', (column) => column.notNull().defaultTo(''))
    .execute();
  await db.schema
    .createTable('creditName')
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('nameKey', types.key, (column) => column.notNull())
    .addColumn('sortKey', types.key, (column) => column.notNull())
    .addColumn('letter', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('creditNameKey', ['kind', 'nameKey'])
    .execute();
  await db.schema.createIndex('creditNameInOrder').on('creditName').columns(['kind', 'sortKey', 'nameKey']).execute();
  await addRowTrigger(db, types.kind, {
    name: 'searchMarkEmbedded',
    table: 'bookMetadata',
    after: 'update of "embedded"',
    when: differs('embedded'),
    run: `insert into "searchMark" ("kind", "entityId") select 'book', new."bookId"`,
  });
  await addRowTrigger(db, types.kind, {
    name: 'searchMarkSeriesCredits',
    table: 'series',
    after: `update of ${SERIES_CREDITS.map((column) => `"${column}"`).join(', ')}`,
    when: SERIES_CREDITS.map(differs).join(' or '),
    run: MARK_BOOKS,
  });
  await sql`insert into "searchMark" ("kind", "entityId") select 'book', "id" from "book"`.execute(db);
}
