import { type Task, TaskStatus, toTimestamp } from '@lectern/contract';
import { z } from 'zod';
import { AppError } from '#core/errors.ts';
import { type PageWanted, toSlice } from '#core/page.ts';
import type { Viewer } from '#core/viewer.ts';
import type { Database } from '#db/open.ts';
import {
  countNamedTasks,
  findNamedTask,
  listNamedTasks,
  type NamedTask,
  type TaskFilter,
} from '#db/repos/system/task-lists.repo.ts';
import { parseStored, sayStored, sayStoredOrNull } from '#words/stored-message.ts';

const Json = z.json();

interface ListContext {
  readonly db: Database;
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
      ? { current: Math.max(0, progressCurrent), total: progressTotal, message: sayStored(progressMessage) }
      : null,
    attempts: row.attempts,
    maxAttempts: row.maxAttempts,
    lockedBy: row.lockedBy,
    lockedUntil: toTimestamp(row.lockedUntil),
    lastError: sayStoredOrNull(row.lastError),
    result: row.result === null ? null : Json.parse(parseStored(row.result)),
    scheduledFor: new Date(row.scheduledFor).toISOString(),
    createdAt: new Date(row.createdAt).toISOString(),
    startedAt: toTimestamp(row.startedAt),
    completedAt: toTimestamp(row.completedAt),
  };
}

/** One task. @throws {AppError} `NotFound` */
export async function getTask({ db }: ListContext, viewer: Viewer, taskId: string): Promise<Task> {
  const row = await findNamedTask(db.read, viewer, taskId);
  if (row === undefined) throw new AppError('NotFound', `Task ${taskId} not found`);
  return toTask(row);
}

/** One page of tasks, newest first. */
export async function listTasks(
  { db }: ListContext,
  viewer: Viewer,
  { page, pageSize, ...filter }: TaskFilter & PageWanted,
) {
  const rows = await listNamedTasks(db.read, viewer, filter, toSlice({ page, pageSize }));
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
