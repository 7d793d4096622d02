import type { Kysely } from 'kysely';
import type { ColumnTypes } from '../sql/dialect.ts';

/** API keys, and the devices of requests. */
export async function addApiKeys(db: Kysely<unknown>, types: ColumnTypes): Promise<void> {
  await db.schema
    .createTable('apiKey')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('userId', 'text', (column) => column.notNull().references('user.id').onDelete('cascade'))
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('prefix', types.key, (column) => column.notNull().unique())
    .addColumn('secretHash', 'text', (column) => column.notNull())
    .addColumn('permissions', 'text')
    .addColumn('isActive', 'integer', (column) => column.notNull().defaultTo(1))
    .addColumn('expiresAt', 'bigint')
    .addColumn('lastUsedAt', 'bigint')
    .addColumn('createdAt', 'bigint', (column) => column.notNull())
    .addColumn('updatedAt', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema.createIndex('apiKeyByUser').on('apiKey').column('userId').execute();
  await db.schema
    .createTable('device')
    .addColumn('userId', 'text', (column) => column.notNull().references('user.id').onDelete('cascade'))
    .addColumn('deviceId', types.key, (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('apiKeyId', 'text')
    .addColumn('userAgent', 'text')
    .addColumn('requestCount', 'bigint', (column) => column.notNull())
    .addColumn('firstSeenAt', 'bigint', (column) => column.notNull())
    .addColumn('lastSeenAt', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('deviceOnce', ['userId', 'deviceId'])
    .execute();
}
