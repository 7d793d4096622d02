import type { Kysely } from 'kysely';
import type { ColumnTypes } from '../sql/dialect.ts';
import { addRowTrigger } from '../sql/row-trigger.ts';

/** Profiles of the readers, and what users chose them for. */
export async function addReadingProfiles(db: Kysely<unknown>, types: ColumnTypes): Promise<void> {
  await db.schema
    .createTable('readingProfile')
    .addColumn('userId', 'text', (column) => column.notNull().references('user.id').onDelete('cascade'))
    .addColumn('id', types.key, (column) => column.notNull())
    .addColumn('name', 'text')
    .addColumn('base', 'text', (column) => column.notNull())
    .addColumn('settings', 'text', (column) => column.notNull())
    .addColumn('updatedAt', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('readingProfileKey', ['userId', 'id'])
    .execute();
  await db.schema
    .createTable('readingChoice')
    .addColumn('userId', 'text', (column) => column.notNull().references('user.id').onDelete('cascade'))
    .addColumn('scope', types.key, (column) => column.notNull())
    .addColumn('targetId', types.key, (column) => column.notNull())
    .addColumn('seriesId', 'text', (column) => column.references('series.id').onDelete('cascade'))
    .addColumn('libraryId', 'text', (column) => column.references('library.id').onDelete('cascade'))
    .addColumn('profileId', types.key)
    .addColumn('settings', 'text', (column) => column.notNull())
    .addColumn('updatedAt', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('readingChoiceKey', ['userId', 'scope', 'targetId'])
    .execute();
  await db.schema.createIndex('readingChoiceBySeries').on('readingChoice').column('seriesId').execute();
  await db.schema.createIndex('readingChoiceByLibrary').on('readingChoice').column('libraryId').execute();
  await db.schema.createIndex('readingChoiceByProfile').on('readingChoice').columns(['userId', 'profileId']).execute();
  // beside those of lists, wishes and ratings: choices follow the books of their series too
  await addRowTrigger(db, types.kind, {
    name: 'noteReadingMove',
    table: 'book',
    after: 'update of "seriesId"',
    when: 'old."seriesId" <> new."seriesId"',
    run: `insert into "seriesMove" ("fromId", "toId") select old."seriesId", new."seriesId"
      where exists (select 1 from "readingChoice" where "readingChoice"."seriesId" = old."seriesId")`,
  });
}
