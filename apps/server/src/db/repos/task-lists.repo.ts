import type { Task, TaskStatus } from '@lectern/contract';
import type { Selectable } from 'kysely';
import type { ReadDb } from '../open.ts';
import type { TaskTable } from '../schema/index.ts';
import type { Beholder } from './visibility.ts';

/** A task with the names of what it is about. */
export interface NamedTask extends Selectable<TaskTable> {
  readonly libraryName: string | null;
  readonly seriesTitle: string | null;
  readonly bookTitle: string | null;
}

/** Which tasks; what is absent does not matter. */
export interface TaskFilter {
  readonly status?: TaskStatus | undefined;
  readonly taskType?: Task['taskType'] | undefined;
  readonly libraryId?: string | undefined;
}

/** How many tasks of one type have one status. */
export interface TaskCount {
  readonly type: string;
  readonly status: string;
  readonly count: number;
}

/** Tasks about what the viewer may see, and those about nothing in particular. */
function visibleTasks(db: ReadDb, { libraryIds }: Beholder) {
  return db
    .selectFrom('task')
    .leftJoin('book', 'book.id', 'task.bookId')
    .leftJoin('series', (join) =>
      join.on((eb) => eb('series.id', '=', eb.fn.coalesce('task.seriesId', 'book.seriesId'))),
    )
    .leftJoin('library', (join) =>
      join.on((eb) => eb('library.id', '=', eb.fn.coalesce('task.libraryId', 'series.libraryId'))),
    )
    .$if(libraryIds !== undefined, (query) =>
      query.where((eb) =>
        eb.or([
          eb('library.id', 'is', null),
          eb('library.id', 'in', libraryIds?.length === 0 ? [''] : (libraryIds ?? [])),
        ]),
      ),
    );
}

function filtered(db: ReadDb, beholder: Beholder, { status, taskType, libraryId }: TaskFilter) {
  return visibleTasks(db, beholder)
    .$if(status !== undefined, (query) => query.where('task.status', '=', status ?? ''))
    .$if(taskType !== undefined, (query) => query.where('task.type', '=', taskType ?? ''))
    .$if(libraryId !== undefined, (query) => query.where('library.id', '=', libraryId ?? ''));
}

/** One page of tasks, newest first, and how many there are. */
export async function listNamedTasks(
  db: ReadDb,
  beholder: Beholder,
  filter: TaskFilter,
  { offset, limit }: { readonly offset: number; readonly limit: number },
): Promise<{ readonly rows: NamedTask[]; readonly total: number }> {
  const rows = await filtered(db, beholder, filter)
    .selectAll('task')
    .select(['library.name as libraryName', 'series.title as seriesTitle', 'book.title as bookTitle'])
    .orderBy('task.createdAt', 'desc')
    .orderBy('task.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
  const { count } = await filtered(db, beholder, filter)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return { rows, total: count };
}

/** One task, or undefined when it is absent or hidden. */
export async function findNamedTask(db: ReadDb, beholder: Beholder, taskId: string): Promise<NamedTask | undefined> {
  return visibleTasks(db, beholder)
    .selectAll('task')
    .select(['library.name as libraryName', 'series.title as seriesTitle', 'book.title as bookTitle'])
    .where('task.id', '=', taskId)
    .executeTakeFirst();
}

/** How many tasks there are of each type and status. */
export async function countTasks(db: ReadDb, beholder: Beholder): Promise<TaskCount[]> {
  return visibleTasks(db, beholder)
    .select((eb) => ['task.type', 'task.status', eb.fn.countAll<number>().as('count')])
    .groupBy(['task.type', 'task.status'])
    .orderBy('task.type')
    .execute();
}
