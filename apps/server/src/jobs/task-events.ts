import { type TaskProgressEvent, TaskStatus } from '@lectern/contract';
import { z } from 'zod';
import { isCommon, UNCOMMON_PERMISSION } from '#db/repos/system/task-lists.repo.ts';
import type { TaskRow } from '#db/repos/system/tasks.repo.ts';
import type { Audience } from '#events/frames.ts';

/** The status of a row; throws for a status of a later release. */
export function parseStatus(row: Pick<TaskRow, 'status'>): TaskStatus {
  return TaskStatus.parse(row.status);
}

/** The progress event of a row. */
export function toProgressEvent(row: TaskRow): TaskProgressEvent {
  return {
    task_id: row.id,
    task_type: row.type,
    status: parseStatus(row),
    progress: { current: row.progressCurrent, total: row.progressTotal, message: row.progressMessage },
    library_id: row.libraryId,
    series_id: row.seriesId,
    book_id: row.bookId,
    error: row.lastError,
    timestamp: new Date().toISOString(),
  };
}

const Owned = z.object({ userId: z.string().optional() });

/** Users who see the task in lists (`visibleTasks`). */
export function deriveAudience({ type, payload, libraryId, seriesId, bookId }: TaskRow): Audience {
  if (isCommon(type)) {
    const subject = seriesId === null ? { bookId: bookId ?? undefined } : { seriesId };
    return { kind: 'libraries', libraryIds: libraryId === null ? [] : [libraryId], ...subject };
  }
  return { kind: 'permission', permission: UNCOMMON_PERMISSION, userId: Owned.parse(JSON.parse(payload)).userId };
}
