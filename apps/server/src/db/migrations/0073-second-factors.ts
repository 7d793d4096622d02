import type { Kysely } from 'kysely';
import type { ColumnTypes } from '../sql/dialect.ts';

type Db = Kysely<unknown>;

async function noteFactors(db: Db, types: ColumnTypes): Promise<void> {
  await db.schema
    .alterTable('user')
    .addColumn('secondFactor', 'integer', (column) => column.notNull().defaultTo(0))
    .execute();
  await db.schema.alterTable('session').addColumn('factor', types.key).execute();
  await db.schema.alterTable('session').addColumn('factorAt', 'bigint').execute();
}

async function createPasskeys(db: Db, types: ColumnTypes): Promise<void> {
  await db.schema
    .createTable('passkey')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('userId', 'text', (column) => column.notNull().references('user.id').onDelete('cascade'))
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('credentialId', types.key, (column) => column.notNull().unique())
    .addColumn('publicKey', 'text', (column) => column.notNull())
    .addColumn('counter', 'bigint', (column) => column.notNull())
    .addColumn('transports', 'text', (column) => column.notNull())
    .addColumn('host', 'text', (column) => column.notNull())
    .addColumn('isSynced', 'integer', (column) => column.notNull())
    .addColumn('createdAt', 'bigint', (column) => column.notNull())
    .addColumn('lastUsedAt', 'bigint')
    .execute();
  await db.schema.createIndex('passkeyByUser').on('passkey').columns(['userId', 'id']).execute();
}

async function createCodes(db: Db, types: ColumnTypes): Promise<void> {
  await db.schema
    .createTable('authenticatorApp')
    .addColumn('userId', 'text', (column) => column.primaryKey().references('user.id').onDelete('cascade'))
    .addColumn('sealed', 'text', (column) => column.notNull())
    .addColumn('lastStep', 'bigint', (column) => column.notNull())
    .addColumn('failures', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('createdAt', 'bigint', (column) => column.notNull())
    .addColumn('lastUsedAt', 'bigint')
    .execute();
  await db.schema
    .createTable('recoveryCode')
    .addColumn('userId', 'text', (column) => column.notNull().references('user.id').onDelete('cascade'))
    .addColumn('codeHash', types.key, (column) => column.notNull())
    .addColumn('createdAt', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('recoveryCodeOnce', ['userId', 'codeHash'])
    .execute();
}

async function createBrowsers(db: Db, types: ColumnTypes): Promise<void> {
  await db.schema
    .createTable('rememberedBrowser')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('userId', 'text', (column) => column.notNull().references('user.id').onDelete('cascade'))
    .addColumn('secretHash', 'text', (column) => column.notNull())
    .addColumn('userAgent', 'text')
    .addColumn('createdAt', 'bigint', (column) => column.notNull())
    .addColumn('lastUsedAt', 'bigint', (column) => column.notNull())
    .addColumn('expiresAt', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema.createIndex('rememberedBrowserByUser').on('rememberedBrowser').columns(['userId', 'id']).execute();
  await db.schema
    .createTable('usedTicket')
    .addColumn('id', types.key, (column) => column.primaryKey())
    .addColumn('expiresAt', 'bigint', (column) => column.notNull())
    .execute();
}

/** Second factors of accounts: authenticator apps, passkeys, recovery codes, remembered browsers. */
export async function addSecondFactors(db: Db, types: ColumnTypes): Promise<void> {
  await noteFactors(db, types);
  await createCodes(db, types);
  await createPasskeys(db, types);
  await createBrowsers(db, types);
}
