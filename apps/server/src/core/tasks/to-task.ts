import { type Task, TaskStatus } from '@lectern/contract';
import { z } from 'zod';
import type { NamedTask } from '#db/repos/system/task-lists.repo.ts';

const Json = z.json();

function toTimestamp(at: number): string {
  return new Date(at).toISOString();
}

function optionalTimestamp(at: number | null): string | null {
  return at === null ? null : toTimestamp(at);
}

/** A stored task as the API tells it. */
export function toTask(row: NamedTask): Task {
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
