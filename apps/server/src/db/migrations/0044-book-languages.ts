import { type Kysely, sql } from 'kysely';

/** Which languages there are is found without a look at every book. */
export async function indexBookLanguages(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createIndex('bookMetadataByLanguage')
    .on('bookMetadata')
    .columns(['languageIso', 'bookId'])
    .where(sql.ref('languageIso'), '<>', sql.lit(''))
    .execute();
}
