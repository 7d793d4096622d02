import { type Kysely, sql } from 'kysely';

/** Books that users delete go to a bin. */
export async function addBin(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('book').addColumn('binnedAt', 'bigint').execute();
  await db.schema
    .alterTable('book')
    .addColumn('binnedBy', 'text', (column) => column.references('user.id').onDelete('set null'))
    .execute();
  await db.schema.alterTable('book').addColumn('deletionId', 'text').execute();
  const indexes = [
    ['bookInBin', ['binnedAt', 'id'], 'binnedAt'],
    ['bookByDeleter', ['binnedBy'], 'binnedBy'],
    ['bookByDeletion', ['deletionId'], 'deletionId'],
  ] as const;
  for (const [name, columns, isSet] of indexes) {
    await db.schema
      .createIndex(name)
      .on('book')
      .columns([...columns])
      .where(sql.ref(isSet), 'is not', null)
      .execute();
  }
}
