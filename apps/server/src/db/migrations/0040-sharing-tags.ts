import type { Kysely } from 'kysely';
import type { ColumnTypes } from '../sql/dialect.ts';
import { addRowTrigger } from '../sql/row-trigger.ts';

async function createTables(db: Kysely<unknown>, types: ColumnTypes): Promise<void> {
  await db.schema
    .createTable('sharingTag')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('nameKey', types.key, (column) => column.notNull().unique())
    .addColumn('description', 'text')
    .addColumn('createdAt', 'bigint', (column) => column.notNull())
    .addColumn('updatedAt', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('seriesSharingTag')
    .addColumn('seriesId', 'text', (column) => column.notNull())
    .addColumn('tagId', 'text', (column) => column.notNull().references('sharingTag.id').onDelete('cascade'))
    .addPrimaryKeyConstraint('seriesSharingTagKey', ['seriesId', 'tagId'] as never[])
    .execute();
  await db.schema
    .createIndex('seriesSharingTagByTag')
    .on('seriesSharingTag')
    .columns(['tagId', 'seriesId'] as never[])
    .execute();
  await db.schema
    .createTable('userSharingTag')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('userId', 'text', (column) => column.notNull().references('user.id').onDelete('cascade'))
    .addColumn('tagId', 'text', (column) => column.notNull().references('sharingTag.id').onDelete('cascade'))
    .addColumn('accessMode', 'text', (column) => column.notNull())
    .addColumn('createdAt', 'bigint', (column) => column.notNull())
    .addUniqueConstraint('userSharingTagKey', ['userId', 'tagId'] as never[])
    .execute();
  await db.schema.createIndex('userSharingTagByTag').on('userSharingTag').column('tagId').execute();
}

/**
 * Sharing tags of series, and the access of users by them. A renamed folder makes a new series, which must never show
 * what was hidden: it takes the tags of its first book's old series.
 */
export async function addSharingTags(db: Kysely<unknown>, types: ColumnTypes): Promise<void> {
  await createTables(db, types);
  await addRowTrigger(db, types.kind, {
    name: 'bringSharingTags',
    table: 'book',
    after: 'update of "seriesId"',
    when: 'old."seriesId" <> new."seriesId"',
    run: `insert into "seriesSharingTag" ("seriesId", "tagId")
      select new."seriesId", "own"."tagId" from "seriesSharingTag" as "own" where "own"."seriesId" = old."seriesId"
      and not exists (select 1 from "book" as "mate" where "mate"."seriesId" = new."seriesId" and "mate"."id" <> new."id")
      on conflict do nothing`,
  });
}
