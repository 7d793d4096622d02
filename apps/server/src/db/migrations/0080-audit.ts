import type { Kysely } from 'kysely';
import type { ColumnTypes } from '../sql/dialect.ts';

/** The audit log. It refers to no other row, because its entries outlive accounts and keys. */
export async function addAudit(db: Kysely<unknown>, types: ColumnTypes): Promise<void> {
  await db.schema
    .createTable('auditEntry')
    .addColumn('id', types.key, (column) => column.primaryKey())
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addColumn('action', types.key, (column) => column.notNull())
    .addColumn('category', types.key, (column) => column.notNull())
    .addColumn('actorKind', types.key, (column) => column.notNull())
    .addColumn('actorId', types.key)
    .addColumn('actorName', 'text')
    .addColumn('apiKeyId', types.key)
    .addColumn('apiKeyName', 'text')
    .addColumn('ipAddress', types.key)
    .addColumn('device', 'text')
    .addColumn('accountId', types.key)
    .addColumn('accountName', 'text')
    .addColumn('targetKind', 'text')
    .addColumn('targetId', 'text')
    .addColumn('targetName', 'text')
    .addColumn('nameKeys', 'text', (column) => column.notNull())
    .addColumn('details', 'text', (column) => column.notNull())
    .execute();
  await db.schema.createIndex('auditByTime').on('auditEntry').columns(['at', 'id']).execute();
  await db.schema.createIndex('auditByCategory').on('auditEntry').columns(['category', 'at', 'id']).execute();
  await db.schema.createIndex('auditByAction').on('auditEntry').columns(['action', 'at', 'id']).execute();
  await db.schema.createIndex('auditByActor').on('auditEntry').columns(['actorId', 'at', 'id']).execute();
  await db.schema.createIndex('auditByAccount').on('auditEntry').columns(['accountId', 'at', 'id']).execute();
}
