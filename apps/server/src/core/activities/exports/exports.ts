import { CatalogExport, type Permission, toTimestamp } from '@lectern/contract';
import type { z } from 'zod';
import { AppError } from '#core/errors.ts';
import type { Settings } from '#core/settings/settings.ts';
import type { Viewer } from '#core/viewer.ts';
import type { Database } from '#db/open.ts';
import {
  endExport,
  type ExportFileRow,
  type ExportRow,
  findOwnExport,
  listExportRows,
  listUnattendedExports,
  type ShownExportRow,
} from '#db/repos/system/exports.repo.ts';
import { deleteExport as deleteRow } from '#db/repos/system/delete-exports.repo.ts';
import type { ExportFiles } from '#files/data/export-files.ts';
import type { Queue } from '#jobs/queue.ts';
import { say } from '#words/say.ts';
import { sayStoredOrNull, storeMessage } from '#words/stored-message.ts';

const Stored = CatalogExport.pick({ format: true, exportType: true, libraryIds: true, fields: true, bookFields: true });

export type ExportWanted = z.infer<typeof Stored>;

/** Reads what was asked for. */
export function parseWanted(row: ExportRow): ExportWanted {
  return Stored.parse({
    format: row.format,
    exportType: row.exportType,
    libraryIds: JSON.parse(row.libraryIds) as unknown,
    fields: JSON.parse(row.fields) as unknown,
    bookFields: JSON.parse(row.bookFields) as unknown,
  });
}

/** File name in the folder of exports; contains no user input. */
export function exportFileName({ id, format: extension }: ExportFileRow): string {
  return `${id}.${extension}`;
}

/** An export as its owner sees it. */
export function toExport(row: ShownExportRow): CatalogExport {
  const { taskId, progressCurrent, progressTotal } = row;
  const isOpen = taskId !== null && (row.status === 'pending' || row.status === 'running');
  return CatalogExport.parse({
    id: row.id,
    ...parseWanted(row),
    status: row.status,
    fileSizeBytes: row.fileSizeBytes,
    rowCount: row.rowCount,
    error: sayStoredOrNull(row.error),
    createdAt: toTimestamp(row.createdAt),
    startedAt: toTimestamp(row.startedAt),
    completedAt: toTimestamp(row.completedAt),
    expiresAt: toTimestamp(row.expiresAt),
    taskId,
    progress: isOpen ? { current: progressCurrent ?? 0, total: progressTotal ?? 0 } : null,
  });
}

/** The permission that a viewer lacks for an export; undefined when none is missing. */
export function missingPermission(
  { permissions }: Pick<Viewer, 'permissions'>,
  exportType: CatalogExport['exportType'],
): Permission | undefined {
  if (exportType !== 'books' && !permissions.has('SeriesRead')) return 'SeriesRead';
  return exportType !== 'series' && !permissions.has('BooksRead') ? 'BooksRead' : undefined;
}

/**
 * Ends exports whose task was cancelled, failed or was deleted. Every read does this first, because a killed process
 * cannot report it.
 */
export async function endAbandonedExports({ db }: { readonly db: Database }): Promise<void> {
  if ((await listUnattendedExports(db.read)).length === 0) return;
  await db.transaction(async (tx) => {
    for (const { id, taskStatus } of await listUnattendedExports(tx.read)) {
      const hasFailed = taskStatus === 'failed' || taskStatus === 'completed';
      const error = hasFailed ? storeMessage('The file could not be written') : null;
      await endExport(tx, id, { status: hasFailed ? 'failed' : 'cancelled', completedAt: Date.now(), error });
    }
  });
}

/** Tools of exports. */
export interface ExportsContext {
  readonly db: Database;
  readonly settings: Settings;
  readonly queue: Queue;
  readonly exportFiles: ExportFiles;
}

const DAY_MS = 86_400_000;

/** How long exports are kept, in milliseconds. */
export function retentionMs({ settings }: Pick<ExportsContext, 'settings'>): number {
  return settings.get('exports.retention_days') * DAY_MS;
}

/** Deletes the files of deleted exports. The clean-up finds files that a killed process leaves. */
export async function removeFiles(
  { exportFiles }: Pick<ExportsContext, 'exportFiles'>,
  rows: readonly ExportFileRow[],
): Promise<void> {
  for (const row of rows) await exportFiles.remove(exportFileName(row));
}

/** The row of the viewer's own export. @throws {AppError} `NotFound` */
export async function getRow({ db }: Pick<ExportsContext, 'db'>, { userId }: Viewer, id: string) {
  const row = await findOwnExport(db.read, userId, id, Date.now());
  if (row === undefined) throw new AppError('NotFound', `Export ${id} not found`);
  return row;
}

/** The viewer's own exports, newest first. */
export async function listExports(ctx: ExportsContext, { userId }: Viewer): Promise<CatalogExport[]> {
  await endAbandonedExports(ctx);
  return (await listExportRows(ctx.db.read, userId, Date.now())).map(toExport);
}

/** One of the viewer's own exports. @throws {AppError} `NotFound` */
export async function getExport(ctx: ExportsContext, viewer: Viewer, id: string): Promise<CatalogExport> {
  await endAbandonedExports(ctx);
  return toExport(await getRow(ctx, viewer, id));
}

/** Cancels an export in progress. @throws {AppError} `NotFound`, or `Conflict` when it has ended */
export async function cancelExport(ctx: ExportsContext, viewer: Viewer, id: string): Promise<CatalogExport> {
  const { taskId, status } = await getExport(ctx, viewer, id);
  if ((status !== 'pending' && status !== 'running') || taskId === null) {
    throw new AppError('Conflict', say('This export has already ended'));
  }
  await ctx.queue.cancel(taskId);
  return getExport(ctx, viewer, id);
}

/** Deletes an export with its file, and cancels its task. @throws {AppError} `NotFound` */
export async function deleteExport(ctx: ExportsContext, viewer: Viewer, id: string): Promise<void> {
  const { taskId, status } = await getRow(ctx, viewer, id);
  const gone = await ctx.db.transaction(async (tx) => deleteRow(tx, viewer.userId, id));
  if (taskId !== null && (status === 'pending' || status === 'running')) await ctx.queue.cancel(taskId);
  if (gone !== undefined) await removeFiles(ctx, [gone]);
}
