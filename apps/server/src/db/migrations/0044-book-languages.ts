import { type Kysely, sql } from 'kysely';

/** The languages of the catalog, without reading every book. */
export async function indexBookLanguages(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createIndex('bookMetadataByLanguage')
    .on('bookMetadata')
    .columns(['languageIso', 'bookId'])
    .where(sql.ref('languageIso'), '<>', sql.lit(''))
    .execute();
}
