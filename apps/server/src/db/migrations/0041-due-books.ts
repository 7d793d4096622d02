import { type Kysely, sql } from 'kysely';

/** Counting the books that wait for analysis looks at no row: the index leaves deleted ones out, as the query does. */
export async function countDueByIndex(db: Kysely<unknown>): Promise<void> {
  await db.schema.dropIndex('bookToAnalyze').execute();
  await db.schema
    .createIndex('bookToAnalyze')
    .on('book')
    .columns(['libraryId', 'id'])
    .where(sql.ref('analysisDue'), '=', sql.lit(1))
    .where(sql.ref('deletedAt'), 'is', null)
    .execute();
}
