import type { Kysely } from 'kysely';
import type { ColumnTypes } from '../sql/dialect.ts';

type Db = Kysely<unknown>;

async function createTargets(db: Db, types: ColumnTypes): Promise<void> {
  await db.schema
    .createTable('noticeTarget')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('userId', 'text', (column) => column.references('user.id').onDelete('cascade'))
    .addColumn('viewerId', 'text', (column) => column.references('user.id').onDelete('set null'))
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('type', types.key, (column) => column.notNull())
    .addColumn('place', 'text', (column) => column.notNull())
    .addColumn('sealed', 'text', (column) => column.notNull())
    .addColumn('kinds', 'text', (column) => column.notNull())
    .addColumn('enabled', 'integer', (column) => column.notNull())
    .addColumn('failures', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('lastError', 'text')
    .addColumn('lastErrorAt', 'bigint')
    .addColumn('lastSentAt', 'bigint')
    .addColumn('createdAt', 'bigint', (column) => column.notNull())
    .addColumn('updatedAt', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema.createIndex('noticeTargetByUser').on('noticeTarget').columns(['userId', 'id']).execute();
}

/** Causes of notices, written with what caused them; and what is on its way to each target. */
async function createOutbox(db: Db, types: ColumnTypes): Promise<void> {
  await db.schema
    .createTable('noticeCause')
    .addColumn('id', types.serial, (column) => column.primaryKey())
    .addColumn('kind', types.key, (column) => column.notNull())
    .addColumn('subject', 'text', (column) => column.notNull())
    .addColumn('createdAt', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('noticeDelivery')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('targetId', 'text', (column) => column.notNull().references('noticeTarget.id').onDelete('cascade'))
    .addColumn('kind', types.key, (column) => column.notNull())
    .addColumn('subjects', 'text', (column) => column.notNull())
    .addColumn('createdAt', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema.createIndex('noticeDeliveryByTarget').on('noticeDelivery').column('targetId').execute();
}

async function createFollows(db: Db): Promise<void> {
  await db.schema
    .createTable('seriesFollow')
    .addColumn('userId', 'text', (column) => column.notNull().references('user.id').onDelete('cascade'))
    .addColumn('seriesId', 'text', (column) => column.notNull().references('series.id').onDelete('cascade'))
    .addColumn('createdAt', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('seriesFollowOnce', ['userId', 'seriesId'])
    .execute();
  await db.schema.createIndex('seriesFollowBySeries').on('seriesFollow').column('seriesId').execute();
}

/** Notices to other programs, and the series that users follow. */
export async function addNotices(db: Db, types: ColumnTypes): Promise<void> {
  await createTargets(db, types);
  await createOutbox(db, types);
  await createFollows(db);
}
