import { type Kysely, sql } from 'kysely';

type Db = Kysely<unknown>;

/** Sidecar files, and the retry of files that could not be read. */
export async function addSidecars(db: Db): Promise<void> {
  await db.schema.alterTable('book').addColumn('sidecars', 'text').execute();
  await db.schema
    .alterTable('book')
    .addColumn('failedAttempts', 'integer', (column) => column.notNull().defaultTo(0))
    .execute();
  await db.schema.alterTable('book').addColumn('retryAt', 'bigint').execute();
  await db.schema
    .createIndex('bookToRetry')
    .on('book')
    .columns(['libraryId', 'retryAt'])
    .where(sql.ref('retryAt'), 'is not', null)
    .execute();
  for (const column of ['filled', 'sidecarCoverKey', 'sidecarCoverColor']) {
    await db.schema.alterTable('series').addColumn(column, 'text').execute();
  }
  await db.schema
    .createTable('seriesSidecar')
    .addColumn('seriesId', 'text', (column) => column.primaryKey().references('series.id').onDelete('cascade'))
    .addColumn('jsonFile', 'text')
    .addColumn('jsonContent', 'text')
    .addColumn('jsonProblem', 'text')
    .addColumn('coverFile', 'text')
    .addColumn('coverDrawn', 'text')
    .addColumn('coverProblem', 'text')
    .execute();
}
