import { sql } from 'kysely';
import { databaseNow } from '../../sql/dialect.ts';
import type { Database, ReadDb } from '../../open.ts';
import { type TaskViewer, visibleTasks } from './task-lists.repo.ts';
import { countRows, type IdPage, readColumn, type ReadRow } from '../rows/read-rows.ts';
import type { ViewerScope } from '../rows/viewer-scope.ts';
import { visibleBooks, visibleLibraries, visibleSeries } from '../rows/visibility.ts';

/** Tasks of one type that are not over. */
export type OpenTasks = ReadRow<typeof countOpenTasks>;

/** Tasks that wait or run, by type, about what the viewer may see. */
export async function countOpenTasks({ read, kind }: Pick<Database, 'read' | 'kind'>, viewerScope: TaskViewer) {
  const waits = sql`task.status = 'pending'`;
  return visibleTasks(read, viewerScope)
    .select([
      'task.type',
      sql<number>`sum(case when ${waits} then 1 else 0 end)`.as('pending'),
      sql<number>`sum(case when ${waits} then 0 else 1 end)`.as('running'),
      sql<number>`max(case when ${waits} then ${databaseNow(kind)} - task."scheduledFor" else 0 end)`.as('oldestMs'),
    ])
    .where('task.status', 'in', ['pending', 'running'])
    .groupBy('task.type')
    .orderBy('task.type')
    .execute();
}

/** How many tasks wait and run, whatever they are about: for what the server keeps of itself. */
export async function countWork(db: ReadDb): Promise<{ readonly pending: number; readonly running: number }> {
  const rows = await db
    .selectFrom('task')
    .select((eb) => ['status', eb.fn.countAll<number>().as('count')])
    .where('status', 'in', ['pending', 'running'])
    .groupBy('status')
    .execute();
  const of = (status: string): number => rows.find((row) => row.status === status)?.count ?? 0;
  return { pending: of('pending'), running: of('running') };
}

/**
 * Sums over some books by library, by id: a whole catalog at once would block the process.
 * @returns none after the last book
 */
export async function sumBooks(db: ReadDb, viewerScope: ViewerScope, part: IdPage) {
  return db
    .selectFrom(
      visibleBooks(db, viewerScope)
        .select(['book.id', 'book.libraryId', 'book.pageCount', 'book.fileSize'])
        .where('book.id', '>', part.after)
        .orderBy('book.id')
        .limit(part.limit)
        .as('part'),
    )
    .select((eb) => [
      'part.libraryId',
      eb.fn.countAll<number>().as('count'),
      eb.fn.sum<number>('part.pageCount').as('pages'),
      eb.fn.sum<number>('part.fileSize').as('bytes'),
      eb.fn.max<string>('part.id').as('lastId'),
    ])
    .groupBy('part.libraryId')
    .execute();
}

/** The libraries that the viewer may see, with the number of their series. */
export async function listSeriesCounts(db: ReadDb, viewerScope: ViewerScope) {
  const [libraries, counts] = await Promise.all([
    visibleLibraries(db, viewerScope).select(['id', 'name']).orderBy('sortKey').orderBy('id').execute(),
    visibleSeries(db, viewerScope)
      .select((eb) => ['series.libraryId', eb.fn.countAll<number>().as('count')])
      .groupBy('series.libraryId')
      .execute(),
  ]);
  const byLibrary = new Map(counts.map(({ libraryId, count }) => [libraryId, count]));
  return libraries.map(({ id, name }) => ({ id, name, seriesCount: byLibrary.get(id) ?? 0 }));
}

/** Number of all series. Ignores visibility. */
export async function countSeriesOfAll(db: ReadDb): Promise<number> {
  return countRows(db.selectFrom('series'));
}

/** Bytes of the database itself; the log file that SQLite keeps beside it is not among them. */
export async function measureDatabase({ read, kind }: Pick<Database, 'read' | 'kind'>): Promise<number> {
  const size =
    kind === 'sqlite'
      ? sql<number>`(select page_count * page_size from pragma_page_count, pragma_page_size)`
      : sql<number>`pg_database_size(current_database())`;
  return (await read.selectNoFrom(size.as('bytes')).executeTakeFirstOrThrow()).bytes;
}

/** What the database calls its own version. */
export async function findDatabaseVersion({ read, kind }: Pick<Database, 'read' | 'kind'>): Promise<string> {
  const version = kind === 'sqlite' ? sql<string>`sqlite_version()` : sql<string>`current_setting('server_version')`;
  return (await read.selectNoFrom(version.as('version')).executeTakeFirstOrThrow()).version;
}

/** Names of the migrations that were made, in order. */
export async function listMigrations({ read }: Pick<Database, 'read'>): Promise<string[]> {
  const made = sql<{ name: string }>`kysely_migration`.as('made');
  return readColumn(read.selectFrom(made).select('made.name').orderBy('made.name'), 'name');
}

/** Every library with its folder, and whether it has books; none when there is no table of them yet. For the operator. */
export async function listInspectedLibraries({
  kind,
  read,
}: Pick<Database, 'kind' | 'read'>): Promise<
  { readonly id: string; readonly name: string; readonly path: string; readonly hasBooks: boolean }[]
> {
  const tables =
    kind === 'sqlite'
      ? sql<number>`(select count(*) from sqlite_master where name = 'book')`
      : sql<number>`(select count(*) from pg_tables where schemaname = current_schema() and tablename = 'book')`;
  const { count } = await read.selectNoFrom(tables.as('count')).executeTakeFirstOrThrow();
  if (count === 0) return [];
  const rows = await read
    .selectFrom('library')
    .select((eb) => [
      'id',
      'name',
      'path',
      eb
        .selectFrom('book')
        .select('book.id')
        .whereRef('book.libraryId', '=', 'library.id')
        .where('book.deletedAt', 'is', null)
        .limit(1)
        .as('bookId'),
    ])
    .orderBy('sortKey')
    .execute();
  return rows.map(({ id, name, path, bookId }) => ({ id, name, path, hasBooks: bookId !== null }));
}
