import { type Kysely, sql } from 'kysely';
import type { ColumnTypes } from '../sql/dialect.ts';
import { addRowTrigger } from '../sql/row-trigger.ts';

type Db = Kysely<unknown>;

/** Every way in which a live book with a checksum comes or goes adds a mark for its group. */
async function markChanges(db: Db, { kind }: ColumnTypes): Promise<void> {
  const counts = (row: 'old' | 'new'): string => `${row}."fileHash" <> '' and ${row}."deletedAt" is null`;
  const mark = (row: 'old' | 'new'): string => `insert into "duplicateMark" ("fileHash") values (${row}."fileHash")`;
  const isOther = `old."fileHash" <> new."fileHash" or (old."deletedAt" is null) <> (new."deletedAt" is null)`;
  const after = 'update of "fileHash", "deletedAt"';
  const when = (row: 'old' | 'new'): string => `(${isOther}) and ${counts(row)}`;
  const table = 'book';
  await addRowTrigger(db, kind, {
    name: 'markFoundCopy',
    table,
    after: 'insert',
    when: counts('new'),
    run: mark('new'),
  });
  await addRowTrigger(db, kind, {
    name: 'markGoneCopy',
    table,
    after: 'delete',
    when: counts('old'),
    run: mark('old'),
  });
  await addRowTrigger(db, kind, { name: 'markLeftGroup', table, after, when: when('old'), run: mark('old') });
  await addRowTrigger(db, kind, { name: 'markJoinedGroup', table, after, when: when('new'), run: mark('new') });
}

async function createSeriesGroups(db: Db, types: ColumnTypes): Promise<void> {
  await db.schema
    .createTable('duplicateSeriesGroup')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('identity', types.key, (column) => column.notNull().unique())
    .addColumn('matchType', 'text', (column) => column.notNull())
    .addColumn('matchKey', 'text', (column) => column.notNull())
    .addColumn('libraryId', 'text', (column) => column.references('library.id').onDelete('cascade'))
    .addColumn('members', 'text', (column) => column.notNull())
    .addColumn('createdAt', 'bigint', (column) => column.notNull())
    .addColumn('updatedAt', 'bigint', (column) => column.notNull())
    .addColumn('dismissedAt', 'bigint')
    .execute();
  await db.schema
    .createTable('duplicateSeriesMember')
    .addColumn('groupId', 'text', (column) =>
      column.notNull().references('duplicateSeriesGroup.id').onDelete('cascade'),
    )
    .addColumn('seriesId', 'text', (column) => column.notNull().references('series.id').onDelete('cascade'))
    .addPrimaryKeyConstraint('duplicateSeriesMemberKey', ['groupId', 'seriesId'])
    .execute();
  await db.schema.createIndex('duplicateSeriesMemberBySeries').on('duplicateSeriesMember').column('seriesId').execute();
}

/** Groups of books with the same file and of series that look alike, with dismissals. */
export async function addDuplicates(db: Db, types: ColumnTypes): Promise<void> {
  await db.schema.createIndex('bookByHash').on('book').columns(['fileHash', 'deletedAt']).execute();
  await db.schema
    .createTable('duplicateGroup')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('fileHash', types.key, (column) => column.notNull().unique())
    .addColumn('members', 'text', (column) => column.notNull())
    .addColumn('createdAt', 'bigint', (column) => column.notNull())
    .addColumn('updatedAt', 'bigint', (column) => column.notNull())
    .addColumn('dismissedAt', 'bigint')
    .execute();
  // No unique key: transactions that mark the same hashes must not wait for each other.
  await db.schema
    .createTable('duplicateMark')
    .addColumn('id', types.serial, (column) => column.primaryKey())
    .addColumn('fileHash', types.key, (column) => column.notNull())
    .execute();
  await markChanges(db, types);
  await createSeriesGroups(db, types);
  await sql`insert into "duplicateMark" ("fileHash") select "fileHash" from "book"
    where "fileHash" <> '' and "deletedAt" is null group by "fileHash" having count(*) > 1`.execute(db);
}
