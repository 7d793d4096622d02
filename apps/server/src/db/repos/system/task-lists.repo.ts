import type { Permission, Task, TaskStatus } from '@lectern/contract';
import { type Expression, type RawBuilder, sql, type SqlBool } from 'kysely';
import type { Database, ReadDb } from '../../open.ts';
import { databaseNow, nonEmptyIds } from '../../sql/dialect.ts';
import { countRows, type IdPage, type ReadRow, type Slice } from '../rows/read-rows.ts';
import type { ViewerScope } from '../rows/viewer-scope.ts';
import { isLetThrough } from '../rows/visibility.ts';

/** Who looks at tasks. */
export interface TaskViewer extends ViewerScope {
  readonly permissions: ReadonlySet<Permission>;
}

/** Needed to see every uncommon task: of mails, exports of others, and release sources. */
export const UNCOMMON_PERMISSION: Permission = 'SystemAdmin';

/**
 * Types that viewers of their library see, or viewers of everything. Others are for admins and the user in the payload.
 */
const COMMON: readonly string[] = [
  'analyze_book',
  'analyze_series',
  'scan_library',
  'analyze_library',
  'hash_library',
  'renumber_series',
  'reprocess_titles',
  'edit_metadata',
  'generate_thumbnails',
  'find_duplicates',
  'cleanup_orphaned_files',
  'rebuild_search',
  'cleanup_series_exports',
];

/** Whether those who see what a task is about see the task. */
export function isCommon(type: string): boolean {
  return COMMON.includes(type);
}

/** The same as a condition of a query for tasks. */
function isCommonTask(): RawBuilder<SqlBool> {
  return sql<SqlBool>`${sql.ref('task.type')} in (${sql.join(COMMON.map((type) => sql.lit(type)))})`;
}

/** Uncommon tasks that a user sees; none of them is about a library. */
function seesUncommon({ permissions, userId }: TaskViewer): RawBuilder<SqlBool> {
  if (permissions.has(UNCOMMON_PERMISSION)) return sql<SqlBool>`not (${isCommonTask()})`;
  return sql<SqlBool>`(not (${isCommonTask()}) and ${sql.ref('task.payload')} like ${`%${JSON.stringify({ userId }).slice(1, -1)}%`})`;
}

/** A task with the names of what it is about. */
export type NamedTask = ReadRow<typeof findNamedTask>;

/** Which tasks; what is absent does not matter. */
export interface TaskFilter {
  readonly status?: TaskStatus | undefined;
  readonly taskType?: Task['taskType'] | undefined;
  readonly libraryId?: string | undefined;
  readonly seriesId?: string | undefined;
  readonly bookId?: string | undefined;
}

/** How many tasks of one type have one status. */
export type TaskCount = ReadRow<typeof countTasks>;

/** Visible tasks; common ones by where their book or series is now, see `deriveAudience` for events. */
export function visibleTasks(db: ReadDb, viewerScope: TaskViewer) {
  const { libraryIds, sharing } = viewerScope;
  return db
    .selectFrom('task')
    .leftJoin('book', 'book.id', 'task.bookId')
    .leftJoin('series', (join) =>
      join.on((eb) => eb('series.id', '=', eb.fn.coalesce('task.seriesId', 'book.seriesId'))),
    )
    .leftJoin('library', (join) =>
      join.on((eb) => eb('library.id', '=', eb.fn.coalesce('series.libraryId', 'task.libraryId'))),
    )
    .where((eb) => {
      const says: Expression<SqlBool>[] = [isCommonTask()];
      if (libraryIds !== undefined) says.push(eb('library.id', 'in', nonEmptyIds(libraryIds)));
      // The name of a deleted item is unknown.
      if (sharing !== undefined)
        says.push(
          eb('library.id', 'is not', null),
          eb.or([
            eb.and([eb('task.seriesId', 'is', null), eb('task.bookId', 'is', null)]),
            eb.and([eb('series.id', 'is not', null), isLetThrough(sql.ref('series.id'), sharing)]),
          ]),
        );
      return eb.or([eb.and(says), seesUncommon(viewerScope)]);
    });
}

function filtered(db: ReadDb, viewerScope: TaskViewer, filter: TaskFilter) {
  const { status, taskType, libraryId, seriesId, bookId } = filter;
  return visibleTasks(db, viewerScope)
    .$if(status !== undefined, (query) => query.where('task.status', '=', status ?? ''))
    .$if(taskType !== undefined, (query) => query.where('task.type', '=', taskType ?? ''))
    .$if(libraryId !== undefined, (query) => query.where('library.id', '=', libraryId ?? ''))
    .$if(seriesId !== undefined, (query) => query.where('series.id', '=', seriesId ?? ''))
    .$if(bookId !== undefined, (query) => query.where('task.bookId', '=', bookId ?? ''));
}

/** Tasks, newest first, from `offset` on. */
export async function listNamedTasks(db: ReadDb, viewerScope: TaskViewer, filter: TaskFilter, page: Slice) {
  return filtered(db, viewerScope, filter)
    .selectAll('task')
    .select(['library.name as libraryName', 'series.title as seriesTitle', 'book.title as bookTitle'])
    .orderBy('task.createdAt', 'desc')
    .orderBy('task.id', 'desc')
    .limit(page.limit)
    .offset(page.offset)
    .execute();
}

/** How many tasks pass the filter. */
export async function countNamedTasks(db: ReadDb, viewerScope: TaskViewer, filter: TaskFilter): Promise<number> {
  return countRows(filtered(db, viewerScope, filter));
}

/** One task, or undefined when it is absent or hidden. */
export async function findNamedTask(db: ReadDb, viewerScope: TaskViewer, taskId: string) {
  return visibleTasks(db, viewerScope)
    .selectAll('task')
    .select(['library.name as libraryName', 'series.title as seriesTitle', 'book.title as bookTitle'])
    .where('task.id', '=', taskId)
    .executeTakeFirst();
}

/** Ids of tasks that pass the filter, oldest first, above `after`. */
export async function listTaskIds(db: ReadDb, viewerScope: TaskViewer, filter: TaskFilter, { after, limit }: IdPage) {
  const rows = await filtered(db, viewerScope, filter)
    .select('task.id')
    .where('task.id', '>', after)
    .orderBy('task.id')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** How many tasks there are of each type and status. */
export async function countTasks({ read, kind }: Pick<Database, 'read' | 'kind'>, viewerScope: TaskViewer) {
  const isStale = sql`task.status = 'running' and task."lockedUntil" < ${databaseNow(kind)}`;
  return visibleTasks(read, viewerScope)
    .select((eb) => [
      'task.type',
      'task.status',
      eb.fn.countAll<number>().as('count'),
      sql<number>`sum(case when ${isStale} then 1 else 0 end)`.as('stale'),
    ])
    .groupBy(['task.type', 'task.status'])
    .orderBy('task.type')
    .execute();
}
