import type { NewTask } from '@lectern/contract';
import { requestCovers } from '#core/catalog/covers/request-covers.ts';
import { AppError } from '#core/errors.ts';
import { requestRenumbering } from '#core/catalog/naming/renumber-due.ts';
import type { Viewer } from '#core/viewer.ts';
import type { Database } from '#db/open.ts';
import { markSeriesDue } from '#db/repos/scanning/due-books.repo.ts';
import type { TaskType } from '#jobs/task-payloads.ts';
import type { EnqueueOptions, Queue } from '#jobs/queue.ts';
import { say } from '#words/say.ts';
import { requireVisible } from '../require-visible.ts';
import { invalidField } from '#core/invalid-field.ts';

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

/** Fields and queueing of a task type. Other types are queued by the server alone. */
interface Creatable {
  readonly needs?: Field;
  readonly takes?: readonly Field[];
  readonly queue: (creation: Creation) => Promise<string>;
}

function refuse(path: string, message: string): never {
  throw invalidField(path, message);
}

function requireAdmin({ permissions }: Viewer): void {
  if (permissions.has('SystemAdmin')) return;
  throw new AppError('Forbidden', say('This needs the permission {permission}', { permission: 'SystemAdmin' }));
}

function ofLibrary(type: 'analyze_library' | 'hash_library'): Creatable {
  return {
    needs: 'libraryId',
    queue: async ({ ctx: { db, queue }, viewer, wanted: { libraryId = '' }, options }) => {
      await requireVisible(db.read, viewer, 'Library', libraryId);
      return db.transaction(async (tx) => queue.enqueue(tx, type, { libraryId }, options));
    },
  };
}

const CREATABLE: { readonly [Type in TaskType]?: Creatable } = {
  scan_library: {
    needs: 'libraryId',
    takes: ['mode'],
    queue: async ({ ctx: { db, queue }, viewer, wanted: { libraryId = '', mode = 'normal' }, options }) => {
      await requireVisible(db.read, viewer, 'Library', libraryId);
      return db.transaction(async (tx) => queue.enqueue(tx, 'scan_library', { libraryId, mode }, options));
    },
  },
  analyze_library: ofLibrary('analyze_library'),
  hash_library: ofLibrary('hash_library'),
  analyze_series: {
    needs: 'seriesId',
    queue: async ({ ctx: { db, queue }, viewer, wanted: { seriesId = '' }, options }) => {
      await requireVisible(db.read, viewer, 'Series', seriesId);
      return db.transaction(async (tx) => {
        await markSeriesDue(tx, seriesId);
        return queue.enqueue(tx, 'analyze_series', { seriesId }, options);
      });
    },
  },
  analyze_book: {
    needs: 'bookId',
    // A requested analysis always reads the file again.
    takes: ['force'],
    queue: async ({ ctx: { db, queue }, viewer, wanted: { bookId = '' }, options }) => {
      await requireVisible(db.read, viewer, 'Book', bookId);
      return db.transaction(async (tx) => queue.enqueue(tx, 'analyze_book', { bookId }, options));
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
      requireAdmin(viewer);
      return ctx.db.transaction(async (tx) => ctx.queue.enqueue(tx, 'rebuild_search', {}, options));
    },
  },
  cleanup_orphaned_files: {
    queue: async ({ ctx, viewer, options }) => {
      requireAdmin(viewer);
      return ctx.db.transaction(async (tx) => ctx.queue.enqueue(tx, 'cleanup_orphaned_files', {}, options));
    },
  },
};

function getCreatable({ type, ...fields }: Wanted): Creatable {
  const creatable = Object.hasOwn(CREATABLE, type) ? CREATABLE[type as TaskType] : undefined;
  if (creatable === undefined) {
    refuse('taskType.type', say('must be one of {choices}', { choices: Object.keys(CREATABLE).join(', ') }));
  }
  const { needs, takes = [] } = creatable;
  const valid = [...(needs === undefined ? [] : [needs]), ...takes];
  for (const [field, value] of Object.entries(fields)) {
    if (value === undefined || valid.some((name) => name === field)) continue;
    refuse(`taskType.${field}`, say('does not belong to tasks of the type {type}', { type }));
  }
  if (needs !== undefined && fields[needs] === undefined) {
    refuse(`taskType.${needs}`, say('is needed for tasks of the type {type}', { type }));
  }
  return creatable;
}

/**
 * Queues a task of a type.
 * @returns id of the task, perhaps an equal pending one
 * @throws {AppError} `BadRequest` with the valid values, `Forbidden`, or `NotFound`
 */
export async function createTask(ctx: CreateContext, viewer: Viewer, { taskType, priority, scheduledFor }: NewTask) {
  const options = {
    ...(priority === undefined ? {} : { priority }),
    ...(scheduledFor === undefined ? {} : { startAt: Date.parse(scheduledFor) }),
  };
  return { taskId: await getCreatable(taskType).queue({ ctx, viewer, wanted: taskType, options }) };
}
