import type { Kysely } from 'kysely';
import type { ColumnTypes } from '../sql/dialect.ts';

type Db = Kysely<unknown>;

async function createOwnLists(db: Db): Promise<void> {
  await db.schema
    .createTable('wantToRead')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('userId', 'text', (column) => column.notNull().references('user.id').onDelete('cascade'))
    .addColumn('seriesId', 'text', (column) => column.references('series.id').onDelete('cascade'))
    .addColumn('bookId', 'text', (column) => column.references('book.id').onDelete('cascade'))
    .addColumn('position', 'integer', (column) => column.notNull())
    .addColumn('addedAt', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('seriesRating')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('userId', 'text', (column) => column.notNull().references('user.id').onDelete('cascade'))
    .addColumn('seriesId', 'text', (column) => column.notNull().references('series.id').onDelete('cascade'))
    .addColumn('rating', 'integer', (column) => column.notNull())
    .addColumn('notes', 'text')
    .addColumn('createdAt', 'bigint', (column) => column.notNull())
    .addColumn('updatedAt', 'bigint', (column) => column.notNull())
    .execute();
  const indexes = [
    ['wantToReadSeries', 'wantToRead', ['userId', 'seriesId'], true],
    ['wantToReadBook', 'wantToRead', ['userId', 'bookId'], true],
    ['wantToReadOrder', 'wantToRead', ['userId', 'position'], false],
    ['wantToReadBySeries', 'wantToRead', ['seriesId'], false],
    ['wantToReadByBook', 'wantToRead', ['bookId'], false],
    ['seriesRatingOnce', 'seriesRating', ['userId', 'seriesId'], true],
    ['seriesRatingBySeries', 'seriesRating', ['seriesId', 'rating'], false],
  ] as const;
  for (const [name, table, columns, isUnique] of indexes) {
    const index = db.schema
      .createIndex(name)
      .on(table)
      .columns([...columns]);
    await (isUnique ? index.unique() : index).execute();
  }
}

async function createSharedList(
  db: Db,
  types: ColumnTypes,
  { list, member, of }: { readonly list: string; readonly member: string; readonly of: 'series' | 'book' },
): Promise<void> {
  const [memberId, coverId] = of === 'series' ? ['seriesId', 'coverSeriesId'] : ['bookId', 'coverBookId'];
  await db.schema
    .createTable(list)
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('nameKey', types.key, (column) => column.notNull().unique())
    .addColumn('sortKey', types.key, (column) => column.notNull())
    .addColumn('summary', 'text')
    .addColumn('ordered', 'integer', (column) => column.notNull())
    .addColumn('condition', 'text')
    .addColumn(coverId, 'text', (column) => column.references(`${of}.id`).onDelete('set null'))
    .addColumn('createdAt', 'bigint', (column) => column.notNull())
    .addColumn('updatedAt', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema.createIndex(`${list}BySort`).on(list).columns(['sortKey', 'id']).execute();
  await db.schema.createIndex(`${list}ByCover`).on(list).column(coverId).execute();
  await db.schema
    .createTable(member)
    .addColumn(`${list}Id`, 'text', (column) => column.notNull().references(`${list}.id`).onDelete('cascade'))
    .addColumn(memberId, 'text', (column) => column.notNull().references(`${of}.id`).onDelete('cascade'))
    .addColumn('position', 'integer', (column) => column.notNull())
    .addColumn('addedAt', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint(`${member}Once`, [`${list}Id`, memberId])
    .execute();
  await db.schema
    .createIndex(`${member}Order`)
    .on(member)
    .columns([`${list}Id`, 'position'])
    .execute();
  await db.schema
    .createIndex(`${member}By${of === 'series' ? 'Series' : 'Book'}`)
    .on(member)
    .column(memberId)
    .execute();
}

/** Want-to-read lists and ratings of users; shared collections and read lists. */
export async function addLists(db: Db, types: ColumnTypes): Promise<void> {
  await createOwnLists(db);
  await createSharedList(db, types, { list: 'collection', member: 'collectionSeries', of: 'series' });
  await createSharedList(db, types, { list: 'readList', member: 'readListBook', of: 'book' });
}
