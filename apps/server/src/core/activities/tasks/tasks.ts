import { type Task, type TaskCounts, type TasksPause, type TaskStats, TaskStatus } from '@lectern/contract';
import { z } from 'zod';
import { AppError } from '#core/errors.ts';
import type { Viewer } from '#core/viewer.ts';
import type { Database } from '#db/open.ts';
import { findPause } from '#db/repos/system/server-state.repo.ts';
import {
  countNamedTasks,
  countTasks,
  findNamedTask,
  listNamedTasks,
  type NamedTask,
  type TaskCount,
  type TaskFilter,
} from '#db/repos/system/task-lists.repo.ts';
import type { Queue } from '#jobs/queue.ts';

const Json = z.json();

function toTimestamp(at: number): string {
  return new Date(at).toISOString();
}

function optionalTimestamp(at: number | null): string | null {
  return at === null ? null : toTimestamp(at);
}

function toTask(row: NamedTask): Task {
  const { progressCurrent, progressTotal, progressMessage } = row;
  const hasProgress = progressMessage !== '' || progressTotal > 0;
  return {
    id: row.id,
    taskType: row.type,
    status: TaskStatus.parse(row.status),
    priority: row.priority,
    libraryId: row.libraryId,
    seriesId: row.seriesId,
    bookId: row.bookId,
    libraryName: row.libraryName,
    seriesTitle: row.seriesTitle,
    bookTitle: row.bookTitle,
    params: Json.parse(JSON.parse(row.payload)),
    progress: hasProgress
      ? { current: Math.max(0, progressCurrent), total: progressTotal, message: progressMessage }
      : null,
    attempts: row.attempts,
    maxAttempts: row.maxAttempts,
    lockedBy: row.lockedBy,
    lockedUntil: optionalTimestamp(row.lockedUntil),
    lastError: row.lastError,
    result: row.result === null ? null : Json.parse(JSON.parse(row.result)),
    scheduledFor: toTimestamp(row.scheduledFor),
    createdAt: toTimestamp(row.createdAt),
    startedAt: optionalTimestamp(row.startedAt),
    completedAt: optionalTimestamp(row.completedAt),
  };
}

/** One task. @throws {AppError} `NotFound` */
export async function getTask({ db }: { readonly db: Database }, viewer: Viewer, taskId: string): Promise<Task> {
  const row = await findNamedTask(db.read, viewer, taskId);
  if (row === undefined) throw new AppError('NotFound', `Task ${taskId} not found`);
  return toTask(row);
}

interface ListContext {
  readonly db: Database;
}

/** One page of tasks, newest first. */
export async function listTasks(
  { db }: ListContext,
  viewer: Viewer,
  { page, pageSize, ...filter }: TaskFilter & { readonly page: number; readonly pageSize: number },
): Promise<{ readonly tasks: Task[]; readonly total: number }> {
  const rows = await listNamedTasks(db.read, viewer, filter, { offset: (page - 1) * pageSize, limit: pageSize });
  return { tasks: rows.map(toTask), total: await countNamedTasks(db.read, viewer, filter) };
}

/** The newest tasks, at most `limit`. */
export async function listNewestTasks(
  { db }: ListContext,
  viewer: Viewer,
  { limit, ...filter }: TaskFilter & { readonly limit: number },
): Promise<Task[]> {
  return (await listNamedTasks(db.read, viewer, filter, { offset: 0, limit })).map(toTask);
}

interface PauseContext {
  readonly db: Database;
  readonly queue: Queue;
}

async function getPause({ db }: Pick<PauseContext, 'db'>): Promise<TasksPause> {
  const pause = await findPause(db.read);
  return { pause: pause === undefined ? null : { since: new Date(pause.at).toISOString(), by: pause.by } };
}

/** Pauses background tasks in all processes until a user resumes them; an earlier pause stays. */
export async function pauseTasks(ctx: PauseContext, { username }: Viewer): Promise<TasksPause> {
  await ctx.queue.pause(username);
  return getPause(ctx);
}

/** Resumes background tasks. */
export async function resumeTasks(ctx: PauseContext): Promise<TasksPause> {
  await ctx.queue.resume();
  return getPause(ctx);
}

type Counts = z.infer<typeof TaskCounts>;

function newCounts(): Counts {
  return { pending: 0, running: 0, completed: 0, failed: 0, cancelled: 0, stale: 0, total: 0 };
}

function add(counts: Counts, { status, count, stale }: TaskCount): void {
  counts[TaskStatus.parse(status)] += count;
  counts.stale += stale;
  counts.total += count;
}

/** Counts of tasks by state, in total and by type, and the pause. */
export async function getTaskStats(ctx: { readonly db: Database }, viewer: Viewer): Promise<z.infer<typeof TaskStats>> {
  const all = newCounts();
  const byType = new Map<string, Counts>();
  for (const row of await countTasks(ctx.db, viewer)) {
    const ofType = byType.get(row.type) ?? newCounts();
    byType.set(row.type, ofType);
    add(ofType, row);
    add(all, row);
  }
  return { ...all, byType: Object.fromEntries(byType), ...(await getPause(ctx)) };
}
