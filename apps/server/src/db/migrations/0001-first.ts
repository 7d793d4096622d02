import { type Kysely, sql } from 'kysely';
import type { ColumnTypes } from '../sql/dialect.ts';

type Db = Kysely<unknown>;

async function createUsers(db: Db, types: ColumnTypes): Promise<void> {
  await db.schema
    .createTable('user')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('username', 'text', (column) => column.notNull())
    .addColumn('usernameKey', types.key, (column) => column.notNull().unique())
    .addColumn('email', 'text')
    .addColumn('emailKey', types.key, (column) => column.unique())
    .addColumn('passwordHash', 'text', (column) => column.notNull())
    .addColumn('role', 'text', (column) => column.notNull())
    .addColumn('permissions', 'text', (column) => column.notNull().defaultTo('[]'))
    .addColumn('isActive', 'integer', (column) => column.notNull().defaultTo(1))
    .addColumn('emailVerified', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('lastLoginAt', 'bigint')
    .addColumn('createdAt', 'bigint', (column) => column.notNull())
    .addColumn('updatedAt', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('session')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('userId', 'text', (column) => column.notNull().references('user.id').onDelete('cascade'))
    .addColumn('userAgent', 'text')
    .addColumn('ip', 'text')
    .addColumn('createdAt', 'bigint', (column) => column.notNull())
    .addColumn('expiresAt', 'bigint', (column) => column.notNull())
    .addColumn('lastSeenAt', 'bigint', (column) => column.notNull())
    .addColumn('endedAt', 'bigint')
    .execute();
  await db.schema.createIndex('sessionByUser').on('session').column('userId').execute();
}

async function createLibraries(db: Db, types: ColumnTypes): Promise<void> {
  await db.schema
    .createTable('library')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('sortKey', types.key, (column) => column.notNull())
    .addColumn('description', 'text')
    .addColumn('path', types.key, (column) => column.notNull().unique())
    .addColumn('isActive', 'integer', (column) => column.notNull().defaultTo(1))
    .addColumn('allowedFormats', 'text')
    .addColumn('excludedPatterns', 'text')
    .addColumn('defaultReadingDirection', 'text', (column) => column.notNull())
    .addColumn('bookStrategy', 'text', (column) => column.notNull())
    .addColumn('numberStrategy', 'text', (column) => column.notNull())
    .addColumn('seriesStrategy', 'text', (column) => column.notNull())
    .addColumn('bookConfig', 'text')
    .addColumn('numberConfig', 'text')
    .addColumn('seriesConfig', 'text')
    .addColumn('autoMatchConditions', 'text')
    .addColumn('titlePreprocessingRules', 'text')
    .addColumn('scanningConfig', 'text', (column) => column.notNull())
    .addColumn('lastScannedAt', 'bigint')
    .addColumn('createdAt', 'bigint', (column) => column.notNull())
    .addColumn('updatedAt', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('series')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('libraryId', 'text', (column) => column.notNull().references('library.id').onDelete('cascade'))
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('path', types.key, (column) => column.notNull())
    .addColumn('title', 'text', (column) => column.notNull())
    .addColumn('titleSort', 'text')
    .addColumn('sortKey', types.key, (column) => column.notNull())
    .addColumn('summary', 'text')
    .addColumn('publisher', 'text')
    .addColumn('year', 'integer')
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('readingDirection', 'text')
    .addColumn('createdAt', 'bigint', (column) => column.notNull())
    .addColumn('updatedAt', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema.createIndex('seriesByPath').on('series').columns(['libraryId', 'path']).unique().execute();
  await db.schema.createIndex('seriesBySort').on('series').columns(['sortKey', 'id']).execute();
  await db.schema.createIndex('seriesInLibraryBySort').on('series').columns(['libraryId', 'sortKey', 'id']).execute();
  await db.schema.createIndex('seriesByCreated').on('series').columns(['createdAt', 'id']).execute();
  await db.schema.createIndex('seriesByUpdated').on('series').columns(['updatedAt', 'id']).execute();
}

/** Sort orders of the list of all books; each ends with the id, so that pages never overlap. */
const LIVE_BOOK_ORDERS: readonly (readonly [name: string, columns: string[]])[] = [
  ['bookBySort', ['sortKey', 'id']],
  ['bookInLibraryBySort', ['libraryId', 'sortKey', 'id']],
  ['bookByCreated', ['createdAt', 'id']],
  ['bookByUpdated', ['updatedAt', 'id']],
  ['bookBySize', ['fileSize', 'id']],
  ['bookByPages', ['pageCount', 'id']],
];

async function createBooks(db: Db, types: ColumnTypes): Promise<void> {
  await db.schema
    .createTable('book')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('libraryId', 'text', (column) => column.notNull().references('library.id').onDelete('cascade'))
    .addColumn('seriesId', 'text', (column) => column.notNull().references('series.id').onDelete('cascade'))
    .addColumn('path', types.key, (column) => column.notNull())
    .addColumn('fileName', types.key, (column) => column.notNull())
    .addColumn('fileSize', 'bigint', (column) => column.notNull())
    .addColumn('fileModifiedAt', 'bigint', (column) => column.notNull())
    .addColumn('fileFormat', 'text', (column) => column.notNull())
    .addColumn('fileHash', 'text', (column) => column.notNull().defaultTo(''))
    .addColumn('fingerprint', 'text')
    .addColumn('koreaderHash', 'text')
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('analysisDue', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('layout', 'text')
    .addColumn('pageCount', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('title', 'text', (column) => column.notNull())
    .addColumn('titleSort', 'text')
    .addColumn('sortKey', types.key, (column) => column.notNull())
    .addColumn('number', 'text')
    .addColumn('numberSort', types.real)
    .addColumn('volume', 'integer')
    .addColumn('chapter', types.real)
    .addColumn('coverKey', 'text')
    .addColumn('coverColor', 'text')
    .addColumn('missingSince', 'bigint')
    .addColumn('deletedAt', 'bigint')
    .addColumn('analyzedAt', 'bigint')
    .addColumn('createdAt', 'bigint', (column) => column.notNull())
    .addColumn('updatedAt', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema.createIndex('bookByPath').on('book').columns(['libraryId', 'path']).unique().execute();
  for (const [name, columns] of LIVE_BOOK_ORDERS) {
    // Lists show live books only: a partial index orders and counts them without reading rows.
    await db.schema.createIndex(name).on('book').columns(columns).where(sql.ref('deletedAt'), 'is', null).execute();
  }
  await db.schema
    .createIndex('bookInSeries')
    .on('book')
    .columns(['seriesId', 'deletedAt', 'numberSort', 'sortKey', 'id'])
    .execute();
  await db.schema.createIndex('bookByFingerprint').on('book').columns(['fingerprint']).execute();
  await db.schema.createIndex('bookByState').on('book').columns(['libraryId', 'state']).execute();
  await createWorkIndexes(db);
}

/** Queries of background work. The indexes are small: they hold only waiting rows. */
async function createWorkIndexes(db: Db): Promise<void> {
  const rows = [
    ['bookToAnalyze', ['libraryId', 'id'], 'analysisDue', '=', 1],
    ['bookToHash', ['libraryId', 'id'], 'fileHash', '=', ''],
    ['bookHeldBack', ['libraryId', 'id'], 'missingSince', 'is not', null],
    ['bookGone', ['fileSize'], 'deletedAt', 'is not', null],
  ] as const;
  for (const [name, columns, column, operator, value] of rows) {
    await db.schema
      .createIndex(name)
      .on('book')
      .columns([...columns])
      .where(sql.ref(column), operator, sql.lit(value))
      .execute();
  }
}

async function createBookParts(db: Db, types: ColumnTypes): Promise<void> {
  await db.schema
    .createTable('bookReading')
    .addColumn('bookId', 'text', (column) => column.primaryKey().references('book.id').onDelete('cascade'))
    .addColumn('version', 'integer', (column) => column.notNull())
    .addColumn('content', types.bytes, (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('bookMetadata')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('bookId', 'text', (column) => column.notNull().unique().references('book.id').onDelete('cascade'))
    .addColumn('title', 'text')
    .addColumn('subtitle', 'text')
    .addColumn('originalTitle', 'text')
    .addColumn('summary', 'text')
    .addColumn('series', 'text')
    .addColumn('seriesPosition', types.real)
    .addColumn('seriesTotal', 'integer')
    .addColumn('count', 'integer')
    .addColumn('number', 'text')
    .addColumn('volume', 'integer')
    .addColumn('chapter', types.real)
    .addColumn('year', 'integer')
    .addColumn('month', 'integer')
    .addColumn('day', 'integer')
    .addColumn('originalYear', 'integer')
    .addColumn('publisher', 'text')
    .addColumn('imprint', 'text')
    .addColumn('edition', 'text')
    .addColumn('formatDetail', 'text')
    .addColumn('genre', 'text')
    .addColumn('languageIso', 'text')
    .addColumn('isbns', 'text')
    .addColumn('translator', 'text')
    .addColumn('manga', 'integer')
    .addColumn('blackAndWhite', 'integer')
    .addColumn('bookType', 'text')
    .addColumn('subjects', 'text')
    .addColumn('authors', 'text', (column) => column.notNull().defaultTo('[]'))
    .addColumn('awards', 'text', (column) => column.notNull().defaultTo('[]'))
    .addColumn('customMetadata', 'text')
    .addColumn('locks', 'text', (column) => column.notNull().defaultTo('[]'))
    .addColumn('embedded', 'text')
    .addColumn('createdAt', 'bigint', (column) => column.notNull())
    .addColumn('updatedAt', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('bookError')
    .addColumn('bookId', 'text', (column) => column.notNull().references('book.id').onDelete('cascade'))
    .addColumn('errorType', 'text', (column) => column.notNull())
    .addColumn('message', 'text', (column) => column.notNull())
    .addColumn('details', 'text')
    .addColumn('occurredAt', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('bookErrorKey', ['bookId', 'errorType'])
    .execute();
  await db.schema.createIndex('bookErrorByType').on('bookError').columns(['errorType']).execute();
}

async function createReading(db: Db, types: ColumnTypes): Promise<void> {
  await db.schema
    .createTable('readProgress')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('userId', 'text', (column) => column.notNull().references('user.id').onDelete('cascade'))
    .addColumn('bookId', 'text', (column) => column.notNull().references('book.id').onDelete('cascade'))
    .addColumn('currentPage', 'integer', (column) => column.notNull())
    .addColumn('percentage', types.real)
    .addColumn('completed', 'integer', (column) => column.notNull())
    .addColumn('completedAt', 'bigint')
    .addColumn('locator', 'text')
    .addColumn('startedAt', 'bigint', (column) => column.notNull())
    .addColumn('updatedAt', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema.createIndex('readProgressOfBook').on('readProgress').columns(['userId', 'bookId']).unique().execute();
  await db.schema.createIndex('readProgressByBook').on('readProgress').columns(['bookId']).execute();
  await db.schema
    .createIndex('readProgressLatest')
    .on('readProgress')
    .columns(['userId', 'completed', 'updatedAt'])
    .execute();
  await db.schema.createIndex('readProgressRecent').on('readProgress').columns(['userId', 'updatedAt']).execute();
  await db.schema
    .createTable('readCompletion')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('userId', 'text', (column) => column.notNull().references('user.id').onDelete('cascade'))
    .addColumn('bookId', 'text', (column) => column.notNull().references('book.id').onDelete('cascade'))
    .addColumn('startedAt', 'bigint', (column) => column.notNull())
    .addColumn('completedAt', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema.createIndex('readCompletionOfBook').on('readCompletion').columns(['userId', 'bookId']).execute();
}

async function createTasks(db: Db): Promise<void> {
  await db.schema
    .createTable('task')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('type', 'text', (column) => column.notNull())
    .addColumn('target', 'text', (column) => column.notNull())
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('priority', 'integer', (column) => column.notNull())
    .addColumn('payload', 'text', (column) => column.notNull())
    .addColumn('libraryId', 'text', (column) => column.references('library.id').onDelete('cascade'))
    .addColumn('seriesId', 'text', (column) => column.references('series.id').onDelete('cascade'))
    .addColumn('bookId', 'text', (column) => column.references('book.id').onDelete('cascade'))
    .addColumn('parentId', 'text')
    .addColumn('attempts', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('maxAttempts', 'integer', (column) => column.notNull())
    .addColumn('lastError', 'text')
    .addColumn('result', 'text')
    .addColumn('progressCurrent', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('progressTotal', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('progressMessage', 'text', (column) => column.notNull().defaultTo(''))
    .addColumn('cancelRequested', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('lockedBy', 'text')
    .addColumn('lockedUntil', 'bigint')
    .addColumn('scheduledFor', 'bigint', (column) => column.notNull())
    .addColumn('createdAt', 'bigint', (column) => column.notNull())
    .addColumn('startedAt', 'bigint')
    .addColumn('completedAt', 'bigint')
    .execute();
  await db.schema.createIndex('taskWaiting').on('task').columns(['status', 'priority', 'scheduledFor', 'id']).execute();
  await db.schema
    .createIndex('taskOnce')
    .on('task')
    .columns(['type', 'target'])
    .unique()
    .where(sql.ref('status'), '=', sql.lit('pending'))
    .execute();
  await db.schema.createIndex('taskByLibrary').on('task').columns(['libraryId', 'type', 'createdAt']).execute();
  await db.schema.createIndex('taskByParent').on('task').columns(['parentId', 'status']).execute();
  await db.schema.createIndex('taskByCreated').on('task').columns(['createdAt', 'id']).execute();
  await db.schema.createIndex('taskBySeries').on('task').columns(['seriesId']).execute();
  await db.schema.createIndex('taskByBook').on('task').columns(['bookId']).execute();
}

/** Users, libraries, series, books, reading and tasks. */
export async function createFirstTables(db: Db, types: ColumnTypes): Promise<void> {
  await createUsers(db, types);
  await createLibraries(db, types);
  await createBooks(db, types);
  await createBookParts(db, types);
  await createReading(db, types);
  await createTasks(db);
}
