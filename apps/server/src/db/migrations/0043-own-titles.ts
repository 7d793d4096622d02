import { type Kysely, sql } from 'kysely';

/** A book that is sorted by something else than its title is found by its title without a look at every book. */
export async function indexOwnTitles(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createIndex('bookByOwnTitle')
    .on('book')
    .column(sql`lower(${sql.ref('title')})`)
    .where(sql.ref('titleSort'), 'is not', null)
    .execute();
}
