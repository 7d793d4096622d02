import type { Kysely } from 'kysely';

/**
 * What was done to genres and tags themselves is in the journal too, with all that had them: so it can be undone. Undoing much
 * is the work of a task.
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
  // Books and series that go are passed over when it is undone: a reference would have to be looked for whenever one goes.
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
