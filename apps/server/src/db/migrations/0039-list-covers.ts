import { type Kysely, sql } from 'kysely';

/** Covers that users add to collections and read lists. */
export async function addListCovers(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('listCover')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('collectionId', 'text', (column) => column.references('collection.id').onDelete('cascade'))
    .addColumn('readListId', 'text', (column) => column.references('readList.id').onDelete('cascade'))
    .addColumn('coverKey', 'text', (column) => column.notNull())
    .addColumn('mediaType', 'text', (column) => column.notNull())
    .addColumn('fileSize', 'bigint', (column) => column.notNull())
    .addColumn('width', 'integer', (column) => column.notNull())
    .addColumn('height', 'integer', (column) => column.notNull())
    .addColumn('isSelected', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('createdAt', 'bigint', (column) => column.notNull())
    .addCheckConstraint('listCoverHasOneOwner', sql`("collectionId" is null) <> ("readListId" is null)`)
    .execute();
  await db.schema.createIndex('listCoverOfCollection').on('listCover').columns(['collectionId', 'createdAt']).execute();
  await db.schema.createIndex('listCoverOfReadList').on('listCover').columns(['readListId', 'createdAt']).execute();
}
