import type { Kysely } from 'kysely';
import type { ColumnTypes } from '../sql/dialect.ts';

/** Server settings with their history, and user preferences. */
export async function addSettings(db: Kysely<unknown>, types: ColumnTypes): Promise<void> {
  await db.schema
    .createTable('setting')
    .addColumn('key', types.key, (column) => column.primaryKey())
    .addColumn('value', 'text')
    .addColumn('version', 'integer', (column) => column.notNull())
    .addColumn('updatedAt', 'bigint', (column) => column.notNull())
    .addColumn('updatedBy', 'text', (column) => column.notNull())
    .addColumn('updatedByName', 'text', (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('settingHistory')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('key', types.key, (column) => column.notNull())
    .addColumn('oldValue', 'text', (column) => column.notNull())
    .addColumn('newValue', 'text', (column) => column.notNull())
    .addColumn('changedBy', 'text', (column) => column.notNull())
    .addColumn('changedByName', 'text', (column) => column.notNull())
    .addColumn('changedAt', 'bigint', (column) => column.notNull())
    .addColumn('changeReason', 'text')
    .addColumn('ipAddress', 'text')
    .execute();
  await db.schema.createIndex('settingHistoryByKey').on('settingHistory').columns(['key', 'changedAt', 'id']).execute();
  await db.schema
    .createTable('preference')
    .addColumn('userId', 'text', (column) => column.notNull().references('user.id').onDelete('cascade'))
    .addColumn('key', types.key, (column) => column.notNull())
    .addColumn('value', 'text', (column) => column.notNull())
    .addColumn('updatedAt', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('preferenceOnce', ['userId', 'key'])
    .execute();
}
