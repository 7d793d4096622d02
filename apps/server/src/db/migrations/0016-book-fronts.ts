import { type Kysely, sql } from 'kysely';

/** Books with a cover, in reading order: the first one lends it to the series. */
export async function addBookFronts(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createIndex('bookFront')
    .on('book')
    .columns(['seriesId', 'deletedAt', 'numberSort', 'sortKey', 'id'])
    .where(sql<boolean>`("coverKey" is not null or "customCoverKey" is not null)`)
    .execute();
}
