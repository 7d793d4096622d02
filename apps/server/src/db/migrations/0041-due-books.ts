import { type Kysely, sql } from 'kysely';

/**
 * Books that wait for analysis are counted without reading rows: the index excludes deleted ones, as the query does.
 */
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
