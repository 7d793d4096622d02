import type { Kysely } from 'kysely';
import type { ColumnTypes } from '../sql/dialect.ts';

/** Candidate series of a release, until a user chooses one. */
export async function addReleaseCandidates(db: Kysely<unknown>, { real }: ColumnTypes): Promise<void> {
  await db.schema
    .createTable('releaseCandidate')
    .addColumn('releaseId', 'text', (column) => column.notNull().references('releaseEntry.id').onDelete('cascade'))
    .addColumn('seriesId', 'text', (column) => column.notNull().references('series.id').onDelete('cascade'))
    .addColumn('confidence', real, (column) => column.notNull())
    .addColumn('matchedBy', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('releaseCandidateKey', ['releaseId', 'seriesId'])
    .execute();
  await db.schema.createIndex('releaseCandidateOfSeries').on('releaseCandidate').column('seriesId').execute();
}
