import type { Kysely } from 'kysely';

/** What a library mostly holds. Libraries of earlier releases are mixed: nothing about them changes. */
export async function addLibraryKinds(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('library')
    .addColumn('kind', 'text', (column) => column.notNull().defaultTo('mixed'))
    .execute();
}
