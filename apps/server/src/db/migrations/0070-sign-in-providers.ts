import type { Kysely } from 'kysely';
import type { ColumnTypes } from '../sql/dialect.ts';

async function addTables(db: Kysely<unknown>, types: ColumnTypes): Promise<void> {
  await db.schema
    .createTable('signInProvider')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('name', types.key, (column) => column.notNull().unique())
    .addColumn('displayName', 'text', (column) => column.notNull())
    .addColumn('issuer', 'text', (column) => column.notNull())
    .addColumn('clientId', 'text', (column) => column.notNull())
    .addColumn('secret', 'text')
    .addColumn('config', 'text', (column) => column.notNull())
    .addColumn('isActive', 'integer', (column) => column.notNull())
    .addColumn('createdAt', 'bigint', (column) => column.notNull())
    .addColumn('updatedAt', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('userIdentity')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('userId', 'text', (column) => column.notNull().references('user.id').onDelete('cascade'))
    .addColumn('provider', 'text', (column) => column.notNull())
    .addColumn('issuer', types.key, (column) => column.notNull())
    .addColumn('subject', types.key, (column) => column.notNull())
    .addColumn('email', 'text')
    .addColumn('groups', 'text', (column) => column.notNull())
    .addColumn('createdAt', 'bigint', (column) => column.notNull())
    .addColumn('lastUsedAt', 'bigint')
    .execute();
  await db.schema.createIndex('userIdentityOnce').on('userIdentity').columns(['issuer', 'subject']).unique().execute();
  await db.schema.createIndex('userIdentityByUser').on('userIdentity').column('userId').execute();
  await db.schema
    .createTable('spentToken')
    .addColumn('digest', types.key, (column) => column.primaryKey())
    .addColumn('expiresAt', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema.createIndex('spentTokenByTime').on('spentToken').column('expiresAt').execute();
}

/** Sign-in providers, the accounts that they open, and what a session owes to them. */
export async function addSignInProviders(db: Kysely<unknown>, types: ColumnTypes): Promise<void> {
  await addTables(db, types);
  await db.schema
    .alterTable('user')
    .addColumn('hasPassword', 'integer', (column) => column.notNull().defaultTo(1))
    .execute();
  await db.schema.alterTable('session').addColumn('identityId', 'text').execute();
  await db.schema.alterTable('session').addColumn('providerSid', types.key).execute();
  await db.schema.alterTable('session').addColumn('renewUntil', 'bigint').execute();
  await db.schema.createIndex('sessionByIdentity').on('session').columns(['identityId', 'providerSid']).execute();
}
