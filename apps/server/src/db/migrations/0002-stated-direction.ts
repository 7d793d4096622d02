import type { Kysely } from 'kysely';

/** The reading direction that a book's file states: a series has one when its books agree. */
export async function addStatedDirection(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('bookMetadata').addColumn('readingDirection', 'text').execute();
}
