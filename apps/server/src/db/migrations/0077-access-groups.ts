import type { Kysely } from 'kysely';
import type { ColumnTypes } from '../sql/dialect.ts';

async function createGroups(db: Kysely<unknown>, types: ColumnTypes): Promise<void> {
  await db.schema
    .createTable('accessGroup')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('nameKey', types.key, (column) => column.notNull().unique())
    .addColumn('description', 'text')
    .addColumn('allLibraries', 'integer', (column) => column.notNull())
    .addColumn('maxAge', 'integer')
    .addColumn('showsUnrated', 'integer', (column) => column.notNull())
    .addColumn('createdAt', 'bigint', (column) => column.notNull())
    .addColumn('updatedAt', 'bigint', (column) => column.notNull())
    .execute();
}

async function createMembers(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('accessGroupMember')
    .addColumn('groupId', 'text', (column) => column.notNull().references('accessGroup.id').onDelete('cascade'))
    .addColumn('userId', 'text', (column) => column.notNull().references('user.id').onDelete('cascade'))
    .addColumn('source', 'text', (column) => column.notNull())
    .addColumn('createdAt', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('accessGroupMemberOnce', ['groupId', 'userId'])
    .execute();
  await db.schema.createIndex('accessGroupMemberByUser').on('accessGroupMember').column('userId').execute();
}

/** Groups of users with libraries, sharing tags and an age limit, and the groups of a sign-in provider that lead to them. */
export async function addAccessGroups(db: Kysely<unknown>, types: ColumnTypes): Promise<void> {
  await createGroups(db, types);
  await createMembers(db);
  await db.schema
    .createTable('accessGroupLibrary')
    .addColumn('groupId', 'text', (column) => column.notNull().references('accessGroup.id').onDelete('cascade'))
    .addColumn('libraryId', 'text', (column) => column.notNull().references('library.id').onDelete('cascade'))
    .addPrimaryKeyConstraint('accessGroupLibraryOnce', ['groupId', 'libraryId'])
    .execute();
  await db.schema.createIndex('accessGroupLibraryByLibrary').on('accessGroupLibrary').column('libraryId').execute();
  // Without a cascade: a deleted tag would show members what it hid.
  await db.schema
    .createTable('accessGroupTag')
    .addColumn('groupId', 'text', (column) => column.notNull().references('accessGroup.id').onDelete('cascade'))
    .addColumn('tagId', 'text', (column) => column.notNull().references('sharingTag.id'))
    .addColumn('accessMode', 'text', (column) => column.notNull())
    .addColumn('createdAt', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('accessGroupTagOnce', ['groupId', 'tagId'])
    .execute();
  await db.schema.createIndex('accessGroupTagByTag').on('accessGroupTag').column('tagId').execute();
  await db.schema
    .createTable('accessGroupMapping')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('groupId', 'text', (column) => column.notNull().references('accessGroup.id').onDelete('cascade'))
    .addColumn('oidcGroupName', types.key, (column) => column.notNull())
    .addColumn('createdAt', 'bigint', (column) => column.notNull())
    .addUniqueConstraint('accessGroupMappingOnce', ['groupId', 'oidcGroupName'])
    .execute();
  await db.schema.createIndex('accessGroupMappingByName').on('accessGroupMapping').column('oidcGroupName').execute();
}
