import { type Kysely, sql } from 'kysely';
import type { ColumnTypes } from '../sql/dialect.ts';

type Db = Kysely<unknown>;

async function createSessions(db: Db, types: ColumnTypes): Promise<void> {
  await db.schema
    .createTable('readingSession')
    .addColumn('seq', types.serial, (column) => column.primaryKey())
    .addColumn('id', types.key, (column) => column.notNull().unique())
    .addColumn('clientId', types.key)
    .addColumn('userId', 'text', (column) => column.notNull().references('user.id').onDelete('cascade'))
    .addColumn('bookId', 'text', (column) => column.notNull().references('book.id').onDelete('cascade'))
    .addColumn('deviceId', types.key, (column) => column.notNull())
    .addColumn('deviceName', 'text')
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('page', 'integer')
    .addColumn('percentage', types.real)
    .addColumn('locator', 'text')
    .addColumn('completed', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('completedAt', 'bigint')
    .addColumn('isForgotten', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('activeMs', 'bigint')
    .addColumn('inferredMs', 'bigint', (column) => column.notNull().defaultTo(0))
    .addColumn('pages', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('startedAt', 'bigint', (column) => column.notNull())
    .addColumn('endedAt', 'bigint', (column) => column.notNull())
    .addColumn('receivedAt', 'bigint', (column) => column.notNull())
    .execute();
  const indexes = [
    ['readingSessionOfBook', ['userId', 'bookId', 'endedAt', 'seq']],
    ['readingSessionByTime', ['userId', 'endedAt']],
    ['readingSessionByBook', ['bookId']],
    ['readingSessionOfAll', ['endedAt']],
  ] as const;
  for (const [name, columns] of indexes) {
    await db.schema
      .createIndex(name)
      .on('readingSession')
      .columns([...columns])
      .execute();
  }
  await db.schema
    .createIndex('readingSessionOnce')
    .on('readingSession')
    .columns(['userId', 'clientId'])
    .unique()
    .execute();
  await db.schema
    .createIndex('readingSessionReset')
    .on('readingSession')
    .columns(['userId', 'bookId', 'endedAt', 'seq'])
    .where(sql.ref('kind'), '=', sql.lit('reset'))
    .execute();
}

/** Read-throughs from before sessions were stored: each completion, a reset behind finished ones, and the position. */
export async function fillSessions(db: Db): Promise<void> {
  const head = sql`insert into "readingSession" ("id", "userId", "bookId", "deviceId", "kind", "page", "percentage",
    "locator", "completed", "completedAt", "startedAt", "endedAt", "receivedAt")`;
  await sql`${head} select "past"."id", "past"."userId", "past"."bookId", 'legacy', 'completed', null, 1, null, 1,
    "past"."completedAt", "past"."startedAt", "past"."completedAt", "past"."completedAt" from "readCompletion" as "past"
    order by "past"."completedAt"`.execute(db);
  await sql`${head} select 'reset ' || "past"."id", "past"."userId", "past"."bookId", 'legacy', 'reset', null, null, null,
    0, null, "past"."completedAt", "past"."completedAt", "past"."completedAt" from "readCompletion" as "past"
    where not exists (select 1 from "readProgress" as "now" where "now"."id" = "past"."id")
    order by "past"."completedAt"`.execute(db);
  // The id of a read-through is that of its first session: for a completed one the completion, which got it above.
  await sql`${head} select case when exists (select 1 from "readCompletion" as "past" where "past"."id" = "now"."id")
    then 'place ' || "now"."id" else "now"."id" end, "now"."userId", "now"."bookId", 'legacy', 'progress',
    "now"."currentPage", "now"."percentage", "now"."locator", "now"."completed", "now"."completedAt", "now"."startedAt",
    "now"."updatedAt", "now"."updatedAt" from "readProgress" as "now" order by "now"."updatedAt"`.execute(db);
}

/** Every reading session; positions, read-throughs and statistics are computed from them. */
export async function addReadingSessions(db: Db, types: ColumnTypes): Promise<void> {
  await createSessions(db, types);
  await db.schema.alterTable('readCompletion').addColumn('deviceId', 'text').execute();
  await db.schema.alterTable('readCompletion').addColumn('deviceName', 'text').execute();
  await db.schema.createIndex('readCompletionByTime').on('readCompletion').columns(['userId', 'completedAt']).execute();
  await db.schema.createIndex('readCompletionOfAll').on('readCompletion').column('completedAt').execute();
  await fillSessions(db);
}
