import type { Kysely } from 'kysely';

type Db = Kysely<unknown>;

/** The journal of metadata changes, for undo; and bulk edits by tasks. */
export async function addMetadataJournal(db: Db): Promise<void> {
  await db.schema
    .createTable('metadataAction')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('userId', 'text', (column) => column.references('user.id').onDelete('set null'))
    .addColumn('userName', 'text', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('undoes', 'text')
    .addColumn('createdAt', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema.createIndex('metadataActionByTime').on('metadataAction').columns(['createdAt', 'id']).execute();
  await db.schema.createIndex('metadataActionOfUser').on('metadataAction').columns(['userId', 'id']).execute();
  await db.schema
    .createTable('metadataChange')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('actionId', 'text', (column) => column.notNull().references('metadataAction.id').onDelete('cascade'))
    .addColumn('bookId', 'text', (column) => column.references('book.id').onDelete('cascade'))
    .addColumn('seriesId', 'text', (column) => column.references('series.id').onDelete('cascade'))
    .addColumn('field', 'text', (column) => column.notNull())
    .addColumn('before', 'text', (column) => column.notNull())
    .addColumn('after', 'text', (column) => column.notNull())
    .addColumn('undoes', 'text')
    .addColumn('undoneBy', 'text')
    .addColumn('createdAt', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema.createIndex('metadataChangeOfAction').on('metadataChange').columns(['actionId', 'id']).execute();
  await db.schema.createIndex('metadataChangeOfBook').on('metadataChange').columns(['bookId', 'id']).execute();
  await db.schema.createIndex('metadataChangeOfSeries').on('metadataChange').columns(['seriesId', 'id']).execute();
  await db.schema
    .createTable('metadataWork')
    .addColumn('actionId', 'text', (column) => column.primaryKey().references('metadataAction.id').onDelete('cascade'))
    .addColumn('request', 'text', (column) => column.notNull())
    .addColumn('total', 'integer', (column) => column.notNull())
    .addColumn('done', 'integer', (column) => column.notNull().defaultTo(0))
    .execute();
  await db.schema
    .createTable('metadataTarget')
    .addColumn('actionId', 'text', (column) => column.notNull().references('metadataWork.actionId').onDelete('cascade'))
    .addColumn('ownerId', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('metadataTargetKey', ['actionId', 'ownerId'])
    .execute();
}
