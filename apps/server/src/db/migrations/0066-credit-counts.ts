import { type Kysely, sql } from 'kysely';
import type { ColumnTypes } from '../sql/dialect.ts';

/** How many books of each series credit a name: lists of names read these few rows, not every book. */
export async function addCreditCounts(db: Kysely<unknown>, types: ColumnTypes): Promise<void> {
  await db.schema
    .createTable('creditCount')
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('nameKey', types.key, (column) => column.notNull())
    .addColumn('seriesId', 'text', (column) => column.notNull().references('series.id').onDelete('cascade'))
    .addColumn('roles', 'text', (column) => column.notNull())
    .addColumn('name', types.key, (column) => column.notNull())
    .addColumn('bookCount', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('creditCountKey', ['kind', 'nameKey', 'seriesId', 'roles', 'name'])
    // The rows lie in the order of the key, in which lists read them.
    .$call((table) => (types.kind === 'sqlite' ? table.modifyEnd(sql`without rowid`) : table))
    .execute();
  await db.schema.createIndex('creditCountBySeries').on('creditCount').column('seriesId').execute();
  await sql`insert into "creditCount" ("kind", "nameKey", "seriesId", "roles", "name", "bookCount")
    select "credit"."kind", "credit"."nameKey", "book"."seriesId", "credit"."roles", "credit"."name", count(*)
    from "searchCredit" as "credit" inner join "book" on "book"."id" = "credit"."bookId"
    where "book"."deletedAt" is null
    group by "credit"."kind", "credit"."nameKey", "book"."seriesId", "credit"."roles", "credit"."name"`.execute(db);
}
