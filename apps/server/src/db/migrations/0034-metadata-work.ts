import type { Kysely } from 'kysely';

/**
 * Changes of genres and tags themselves are in the journal too, with their owners, for undo. A large undo is a task.
 */
export async function addTermJournal(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('metadataWork')
    .addColumn('kept', 'integer', (column) => column.notNull().defaultTo(0))
    .execute();
  await db.schema
    .createTable('metadataTermChange')
    .addColumn('changeId', 'text', (column) => column.primaryKey().references('metadataChange.id').onDelete('cascade'))
    .addColumn('termKind', 'text', (column) => column.notNull())
    .addColumn('termId', 'text', (column) => column.notNull())
    .addColumn('deed', 'text', (column) => column.notNull())
    .addColumn('snapshot', 'text', (column) => column.notNull())
    .execute();
  // No foreign key: an undo skips deleted books and series, and their deletion needs no lookup.
  await db.schema
    .createTable('metadataTermLink')
    .addColumn('changeId', 'text', (column) =>
      column.notNull().references('metadataTermChange.changeId').onDelete('cascade'),
    )
    .addColumn('ownerKind', 'text', (column) => column.notNull())
    .addColumn('ownerId', 'text', (column) => column.notNull())
    .addColumn('position', 'integer', (column) => column.notNull())
    .addColumn('hadOther', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('metadataTermLinkKey', ['changeId', 'ownerKind', 'ownerId'])
    .execute();
}
