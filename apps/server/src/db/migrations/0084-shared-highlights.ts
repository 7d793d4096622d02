import type { Kysely } from 'kysely';

/** Links to quotations, which hold the words and their place in the book. */
export async function addSharedHighlights(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('share').addColumn('quotation', 'text').execute();
  await db.schema.alterTable('share').addColumn('position', 'integer').execute();
}
