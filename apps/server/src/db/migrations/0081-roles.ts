import { randomUUIDv7 } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { ColumnTypes } from '../sql/dialect.ts';

/** What a reader may do, and metadata. */
const EDITOR = [
  ...['LibrariesRead', 'SeriesRead', 'BooksRead', 'PagesRead', 'ProgressRead', 'ProgressWrite'],
  ...['ApiKeysRead', 'ApiKeysWrite', 'ApiKeysDelete', 'MetadataWrite'],
];

/** Roles that administrators make of permissions; the first one changes metadata and nothing else. */
export async function addRoles(db: Kysely<unknown>, types: ColumnTypes): Promise<void> {
  await db.schema
    .createTable('role')
    .addColumn('id', types.key, (column) => column.primaryKey())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('nameKey', types.key, (column) => column.notNull().unique())
    .addColumn('description', 'text')
    .addColumn('permissions', 'text', (column) => column.notNull())
    .addColumn('createdAt', 'bigint', (column) => column.notNull())
    .addColumn('updatedAt', 'bigint', (column) => column.notNull())
    .execute();
  // No reference: the transactions that give and delete roles exclude each other.
  await db.schema.alterTable('user').addColumn('roleId', types.key).execute();
  await db.schema.alterTable('user').addColumn('rolePermissions', 'text').execute();
  await db.schema.createIndex('userByRole').on('user').column('roleId').execute();
  const now = Date.now();
  await sql`
    insert into "role" ("id", "name", "nameKey", "description", "permissions", "createdAt", "updatedAt")
    values (${randomUUIDv7()}, 'Editor', 'editor', null, ${JSON.stringify(EDITOR)}, ${now}, ${now})
  `.execute(db);
}
