import { t } from '@lingui/core/macro';
import { type QueryKey, queryOptions } from '@tanstack/react-query';
import type { Task } from '@lectern/contract';
import { isActive } from '#entities/task/queries.ts';
import { ApiError, buildAddress, fetchSignedIn, hasStatus, isTemporary, request } from '#lib/api.ts';
import { saveFile } from '#lib/save-file.ts';

const BACKUP_TASKS = new Set(['create_backup', 'check_backup', 'drill_backup', 'add_backup', 'restore_backup']);
/** Poll interval while a task runs. */
const BUSY_MS = 1_000;
/** Poll interval for tasks that a schedule or another admin starts. */
const CALM_MS = 15_000;

export const BACKUPS_KEY: QueryKey = ['listBackups'];

/** Backups, newest first, and what the server says of them. */
export const backupsQuery = () =>
  queryOptions({
    queryKey: ['listBackups'],
    queryFn: async ({ signal }) => request('listBackups', { signal }),
  });

/** Running and waiting tasks on backups. */
export const backupTasksQuery = () =>
  queryOptions({
    queryKey: ['listTasks', { of: 'backups' }],
    queryFn: async ({ signal }) => {
      const pages = await Promise.all(
        (['running', 'pending'] as const).map(async (status) =>
          request('listTasks', { query: { status, pageSize: 100 }, signal }),
        ),
      );
      return pages.flatMap(({ data }) => data).filter(({ taskType }) => BACKUP_TASKS.has(taskType));
    },
    refetchInterval: ({ state }) => (state.data !== undefined && state.data.length > 0 ? BUSY_MS : CALM_MS),
  });

export const restorePreviewQuery = (id: string) =>
  queryOptions({
    queryKey: ['previewRestore', { id }],
    queryFn: async ({ signal }) => request('previewRestore', { params: { id }, signal }),
    staleTime: 0,
  });

/** Where a restore is. */
export type RestoreStage =
  | { readonly kind: 'staging'; readonly task: Task }
  | { readonly kind: 'restarting' | 'done' }
  | { readonly kind: 'ended'; readonly reason: string };

function describeEnd({ status, lastError }: Task): string {
  if (status === 'cancelled') return t`The restore was stopped. Nothing was changed.`;
  const reason = lastError;
  return reason === null ? t`The restore failed. Nothing was changed.` : t`${reason}. Nothing was changed.`;
}

/** Whether the server restarts with the backup: a stop that came after the decision changes nothing. */
function isDecided({ status, result }: Task): boolean {
  return status === 'completed' || (status === 'cancelled' && result !== null);
}

/** @param lastEndedAt end of the restore before; another one means that this restore ended */
async function findStage(taskId: string, lastEndedAt: string | undefined): Promise<RestoreStage> {
  try {
    const { lastRestore } = await request('listBackups', {});
    if (lastRestore !== null && lastRestore.endedAt !== lastEndedAt) return { kind: 'done' };
    const task = await request('getTask', { params: { id: taskId } });
    if (isActive(task)) return { kind: 'staging', task };
    return isDecided(task) ? { kind: 'restarting' } : { kind: 'ended', reason: describeEnd(task) };
  } catch (error) {
    // The restored state may not know this session or account.
    if (hasStatus(error, 401) || hasStatus(error, 403)) return { kind: 'done' };
    if (isTemporary(error) || hasStatus(error, 404)) return { kind: 'restarting' };
    throw error;
  }
}

/** Follows a restore across the restart of the server. */
export const restoreStageQuery = (taskId: string, lastEndedAt: string | undefined) =>
  queryOptions({
    queryKey: ['restoreStage', { taskId }],
    queryFn: async () => findStage(taskId, lastEndedAt),
    meta: { expects401: true },
    retry: false,
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.kind === 'done' || state.data?.kind === 'ended' ? false : BUSY_MS),
  });

/**
 * Downloads a backup.
 * @param currentPassword empty unless the server asked for it
 * @throws {ApiError} for an error answer
 */
export async function downloadBackup(id: string, currentPassword: string): Promise<void> {
  const response = await fetchSignedIn(buildAddress('downloadBackup', { id }), {
    method: 'POST',
    headers: { accept: 'application/json', 'content-type': 'application/json' },
    body: JSON.stringify(currentPassword === '' ? {} : { currentPassword }),
  });
  if (!response.ok) {
    const { error, message, details } = (await response.json()) as Record<string, unknown>;
    throw new ApiError(response.status, String(error), String(message), details);
  }
  saveFile(`${id}.lectern`, await response.blob());
}
