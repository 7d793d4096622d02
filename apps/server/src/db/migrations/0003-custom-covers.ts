import { type Kysely, sql } from 'kysely';

type Db = Kysely<unknown>;

/** The chosen cover, on the row that lists read, so that they need no join. */
async function addChosenCover(db: Db, table: 'book' | 'series'): Promise<void> {
  for (const column of ['customCoverKey', 'customCoverColor', 'customCoverSource']) {
    await db.schema.alterTable(table).addColumn(column, 'text').execute();
  }
  await db.schema
    .alterTable(table)
    .addColumn('hasCustomCover', 'integer', (column) => column.notNull().defaultTo(0))
    .execute();
}

/** Covers that users add to books and series, and the selected one. */
export async function addCustomCovers(db: Db): Promise<void> {
  await addChosenCover(db, 'book');
  await addChosenCover(db, 'series');
  await db.schema
    .alterTable('series')
    .addColumn('locks', 'text', (column) => column.notNull().defaultTo('[]'))
    .execute();
  await db.schema
    .createTable('cover')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('bookId', 'text', (column) => column.references('book.id').onDelete('cascade'))
    .addColumn('seriesId', 'text', (column) => column.references('series.id').onDelete('cascade'))
    .addColumn('source', 'text', (column) => column.notNull())
    .addColumn('page', 'integer')
    .addColumn('fromBookId', 'text', (column) => column.references('book.id').onDelete('set null'))
    .addColumn('coverKey', 'text', (column) => column.notNull())
    .addColumn('coverColor', 'text')
    .addColumn('mediaType', 'text')
    .addColumn('fileSize', 'bigint')
    .addColumn('width', 'integer')
    .addColumn('height', 'integer')
    .addColumn('isSelected', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('createdAt', 'bigint', (column) => column.notNull())
    .addColumn('updatedAt', 'bigint', (column) => column.notNull())
    .addCheckConstraint('coverHasOneOwner', sql`("bookId" is null) <> ("seriesId" is null)`)
    .execute();
  await db.schema.createIndex('coverOfBook').on('cover').columns(['bookId', 'createdAt']).execute();
  await db.schema.createIndex('coverOfSeries').on('cover').columns(['seriesId', 'createdAt']).execute();
  await db.schema.createIndex('coverFromBook').on('cover').column('fromBookId').execute();
}
