import type { Kysely } from 'kysely';

/** The reading direction in a book's file; a series takes it when its books agree. */
export async function addStatedDirection(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('bookMetadata').addColumn('readingDirection', 'text').execute();
}
