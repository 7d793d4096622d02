import type { NewTask } from '@lectern/contract';
import { requestCovers } from '#core/catalog/covers/generate-covers.ts';
import { AppError } from '#core/errors.ts';
import { requestRenumbering } from '#core/catalog/naming/renumber-series.ts';
import type { Viewer } from '#core/viewer.ts';
import type { Database, Tx } from '#db/open.ts';
import { markSeriesDue } from '#db/repos/scanning/analysis.repo.ts';
import { visibleBooks, visibleLibraries, visibleSeries } from '#db/repos/rows/visibility.ts';
import type { TaskType } from '#jobs/task-payloads.ts';
import type { EnqueueOptions, Queue } from '#jobs/queue.ts';

interface CreateContext {
  readonly db: Database;
  readonly queue: Queue;
}

type Wanted = NewTask['taskType'];
type Field = Exclude<keyof Wanted, 'type'>;

interface Creation {
  readonly ctx: CreateContext;
  readonly viewer: Viewer;
  readonly wanted: Wanted;
  readonly options: EnqueueOptions;
}

/** What a type takes, and how it is queued. Types that are not here are queued by the server alone. */
interface Creatable {
  readonly needs?: Field;
  readonly takes?: readonly Field[];
  readonly queue: (creation: Creation) => Promise<string>;
}

function refuse(path: string, message: string): never {
  throw new AppError('BadRequest', `Invalid body: ${path}: ${message}`, { details: [{ path, message }] });
}

/** Queues in one transaction, once `find` has found what the task is about. */
async function enqueueFound(
  { ctx }: Creation,
  found: { readonly name: string; readonly row: object | undefined },
  enqueue: (tx: Tx) => Promise<string>,
): Promise<string> {
  if (found.row === undefined) throw new AppError('NotFound', `${found.name} not found`);
  return ctx.db.transaction(enqueue);
}

async function findTarget({ ctx, viewer, wanted }: Creation, of: 'library' | 'series' | 'book') {
  const { read } = ctx.db;
  if (of === 'library') {
    const id = wanted.libraryId ?? '';
    const row = await visibleLibraries(read, viewer).select('id').where('library.id', '=', id).executeTakeFirst();
    return { id, row, name: `Library ${id}` };
  }
  if (of === 'series') {
    const id = wanted.seriesId ?? '';
    const row = await visibleSeries(read, viewer).select('series.id').where('series.id', '=', id).executeTakeFirst();
    return { id, row, name: `Series ${id}` };
  }
  const id = wanted.bookId ?? '';
  const row = await visibleBooks(read, viewer).select('book.id').where('book.id', '=', id).executeTakeFirst();
  return { id, row, name: `Book ${id}` };
}

function ofLibrary(type: 'analyze_library' | 'hash_library'): Creatable {
  return {
    needs: 'libraryId',
    queue: async (creation) => {
      const found = await findTarget(creation, 'library');
      const { ctx, options } = creation;
      return enqueueFound(creation, found, async (tx) => ctx.queue.enqueue(tx, type, { libraryId: found.id }, options));
    },
  };
}

const CREATABLE: { readonly [Type in TaskType]?: Creatable } = {
  scan_library: {
    needs: 'libraryId',
    takes: ['mode'],
    queue: async (creation) => {
      const found = await findTarget(creation, 'library');
      const { ctx, options, wanted } = creation;
      const payload = { libraryId: found.id, mode: wanted.mode ?? 'normal' };
      return enqueueFound(creation, found, async (tx) => ctx.queue.enqueue(tx, 'scan_library', payload, options));
    },
  },
  analyze_library: ofLibrary('analyze_library'),
  hash_library: ofLibrary('hash_library'),
  analyze_series: {
    needs: 'seriesId',
    queue: async (creation) => {
      const found = await findTarget(creation, 'series');
      const { ctx, options } = creation;
      return enqueueFound(creation, found, async (tx) => {
        await markSeriesDue(tx, found.id);
        return ctx.queue.enqueue(tx, 'analyze_series', { seriesId: found.id }, options);
      });
    },
  },
  analyze_book: {
    needs: 'bookId',
    // A book that someone asks for is always read again.
    takes: ['force'],
    queue: async (creation) => {
      const found = await findTarget(creation, 'book');
      const { ctx, options } = creation;
      return enqueueFound(creation, found, async (tx) =>
        ctx.queue.enqueue(tx, 'analyze_book', { bookId: found.id }, options),
      );
    },
  },
  renumber_series: {
    needs: 'seriesIds',
    queue: async ({ ctx, viewer, wanted, options }) => {
      const { taskId } = await requestRenumbering(ctx, viewer, wanted.seriesIds ?? [], options);
      return taskId;
    },
  },
  find_duplicates: {
    queue: async ({ ctx, options }) =>
      ctx.db.transaction(async (tx) => ctx.queue.enqueue(tx, 'find_duplicates', {}, options)),
  },
  generate_thumbnails: {
    takes: ['of', 'force', 'libraryId', 'seriesId', 'seriesIds', 'bookIds'],
    queue: async ({ ctx, viewer, wanted, options }) => {
      const { taskId } = await requestCovers(ctx, viewer, { ...wanted, of: wanted.of ?? 'books' }, options);
      return taskId;
    },
  },
  rebuild_search: {
    queue: async ({ ctx, viewer, options }) => {
      if (!viewer.permissions.has('SystemAdmin')) {
        throw new AppError('Forbidden', 'Tasks of type rebuild_search need the permission SystemAdmin');
      }
      return ctx.db.transaction(async (tx) => ctx.queue.enqueue(tx, 'rebuild_search', {}, options));
    },
  },
  cleanup_orphaned_files: {
    queue: async ({ ctx, viewer, options }) => {
      if (!viewer.permissions.has('SystemAdmin')) {
        throw new AppError('Forbidden', 'Tasks of type cleanup_orphaned_files need the permission SystemAdmin');
      }
      return ctx.db.transaction(async (tx) => ctx.queue.enqueue(tx, 'cleanup_orphaned_files', {}, options));
    },
  },
};

function creatableOf({ type, ...fields }: Wanted): Creatable {
  const creatable = Object.hasOwn(CREATABLE, type) ? CREATABLE[type as TaskType] : undefined;
  if (creatable === undefined) {
    refuse('taskType.type', `"${type}" cannot be queued; valid are ${Object.keys(CREATABLE).join(', ')}`);
  }
  const { needs, takes = [] } = creatable;
  const valid = [...(needs === undefined ? [] : [needs]), ...takes];
  for (const [field, value] of Object.entries(fields)) {
    if (value === undefined || valid.some((name) => name === field)) continue;
    refuse(`taskType.${field}`, `tasks of type ${type} take ${valid.length === 0 ? 'nothing' : valid.join(', ')}`);
  }
  if (needs !== undefined && fields[needs] === undefined) {
    refuse(`taskType.${needs}`, `is needed by tasks of type ${type}`);
  }
  return creatable;
}

/**
 * Queues a task by its type and what the type takes.
 * @returns the task that does it, which may have been in the line before
 * @throws {AppError} `BadRequest` with what is valid, `Forbidden`, or `NotFound`
 */
export async function createTask(
  ctx: CreateContext,
  viewer: Viewer,
  { taskType, priority, scheduledFor }: NewTask,
): Promise<{ readonly taskId: string }> {
  const options = {
    ...(priority === undefined ? {} : { priority }),
    ...(scheduledFor === undefined ? {} : { startAt: Date.parse(scheduledFor) }),
  };
  return { taskId: await creatableOf(taskType).queue({ ctx, viewer, wanted: taskType, options }) };
}
