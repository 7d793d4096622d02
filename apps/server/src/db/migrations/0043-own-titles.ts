import { type Kysely, sql } from 'kysely';

/** A lookup by title of books that have another sort title. */
export async function indexOwnTitles(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createIndex('bookByOwnTitle')
    .on('book')
    .column(sql`lower(${sql.ref('title')})`)
    .where(sql.ref('titleSort'), 'is not', null)
    .execute();
}
