import { CatalogExport, type CatalogExportNew, type Permission } from '@lectern/contract';
import type { z } from 'zod';
import { AppError } from '#core/errors.ts';
import type { Settings } from '#core/settings/settings.ts';
import type { Viewer } from '#core/viewer.ts';
import { newId } from '#db/new-id.ts';
import type { Database, Tx } from '#db/open.ts';
import { findLibrary } from '#db/repos/catalog/libraries.repo.ts';
import {
  countOpenExports,
  endExport,
  type ExportFileRow,
  type ExportRow,
  findOwnExport,
  insertExport,
  listExportRows,
  listUnattendedExports,
  type ShownExportRow,
} from '#db/repos/system/exports.repo.ts';
import { deleteExportsBeyond, deleteExport as deleteRow } from '#db/repos/system/delete-exports.repo.ts';
import { lockFor } from '#db/sql/dialect.ts';
import type { ExportFiles } from '#files/data/export-files.ts';
import type { Queue } from '#jobs/queue.ts';

const Stored = CatalogExport.pick({
  ...{ format: true, exportType: true, libraryIds: true, fields: true, bookFields: true },
});

/** What an export is to hold. */
export type ExportWanted = Pick<CatalogExport, 'format' | 'exportType' | 'libraryIds' | 'fields' | 'bookFields'>;

function parsed(json: string): unknown {
  return JSON.parse(json);
}

/** What was asked for, from the stored row. */
export function wantedOf(row: ExportRow): ExportWanted {
  return Stored.parse({
    format: row.format,
    exportType: row.exportType,
    libraryIds: parsed(row.libraryIds),
    fields: parsed(row.fields),
    bookFields: parsed(row.bookFields),
  });
}

/** How its file is called below the folder of exports: nothing in it is input. */
export function exportFileName({ id, format: extension }: ExportFileRow): string {
  return `${id}.${extension}`;
}

function time(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString();
}

/** An export as its owner sees it. */
function toExport(row: ShownExportRow): CatalogExport {
  const { taskId, progressCurrent, progressTotal } = row;
  const isOpen = taskId !== null && (row.status === 'pending' || row.status === 'running');
  return CatalogExport.parse({
    id: row.id,
    ...wantedOf(row),
    status: row.status,
    fileSizeBytes: row.fileSizeBytes,
    rowCount: row.rowCount,
    error: row.error,
    createdAt: time(row.createdAt),
    startedAt: time(row.startedAt),
    completedAt: time(row.completedAt),
    expiresAt: time(row.expiresAt),
    taskId,
    progress: isOpen ? { current: progressCurrent ?? 0, total: progressTotal ?? 0 } : null,
  });
}

/** What a viewer lacks to have a file with this; undefined when nothing is missing. */
export function missingPermission(
  { permissions }: Pick<Viewer, 'permissions'>,
  exportType: CatalogExport['exportType'],
): Permission | undefined {
  if (exportType !== 'books' && !permissions.has('SeriesRead')) return 'SeriesRead';
  return exportType !== 'series' && !permissions.has('BooksRead') ? 'BooksRead' : undefined;
}

/**
 * Ends exports whose task was cancelled, failed or is forgotten. Reads of exports do this first, so that none waits
 * for a task that never comes, whenever a process was killed.
 */
export async function endAbandonedExports({ db }: { readonly db: Database }): Promise<void> {
  if ((await listUnattendedExports(db.read)).length === 0) return;
  await db.transaction(async (tx) => {
    for (const { id, taskStatus } of await listUnattendedExports(tx.read)) {
      const hasFailed = taskStatus === 'failed' || taskStatus === 'completed';
      const error = hasFailed ? 'The file could not be written' : null;
      await endExport(tx, id, { status: hasFailed ? 'failed' : 'cancelled', completedAt: Date.now(), error });
    }
  });
}

/** What asking for exports takes. */
export interface ExportsContext {
  readonly db: Database;
  readonly settings: Settings;
  readonly queue: Queue;
  readonly exportFiles: ExportFiles;
}

type Wanted = z.output<typeof CatalogExportNew>;

const DAY_MS = 86_400_000;

/** How long exports are kept. */
export function retentionMs({ settings }: Pick<ExportsContext, 'settings'>): number {
  return settings.get('exports.retention_days') * DAY_MS;
}

function refuse(path: string, message: string): never {
  throw new AppError('BadRequest', `Invalid body: ${path}: ${message}`, { details: [{ path, message }] });
}

async function check({ db }: ExportsContext, viewer: Viewer, wanted: Wanted): Promise<void> {
  const { format, exportType, libraryIds, fields = [], bookFields = [] } = wanted;
  if (format === 'csv' && exportType === 'both') {
    refuse('exportType', 'csv is one table; valid are series and books, or the formats json and md');
  }
  if (exportType !== 'books' && fields.length === 0) refuse('fields', `at least one is needed for "${exportType}"`);
  if (exportType !== 'series' && bookFields.length === 0) {
    refuse('bookFields', `at least one is needed for "${exportType}"`);
  }
  const missing = missingPermission(viewer, exportType);
  if (missing !== undefined) throw new AppError('Forbidden', `This export needs the permission ${missing}`);
  for (const id of new Set(libraryIds)) {
    if ((await findLibrary(db.read, viewer, id)) === undefined) {
      throw new AppError('NotFound', `Library ${id} not found`);
    }
  }
}

/** Deletes the files of exports whose rows are gone. What a kill leaves, the clean-up finds. */
export async function removeFiles(
  { exportFiles }: Pick<ExportsContext, 'exportFiles'>,
  rows: readonly ExportFileRow[],
): Promise<void> {
  for (const row of rows) await exportFiles.remove(exportFileName(row));
}

async function put(tx: Tx, ctx: ExportsContext, viewer: Viewer, wanted: Wanted) {
  const { userId } = viewer;
  await lockFor(tx.kind, tx.write, `exports of ${userId}`);
  const most = ctx.settings.get('exports.max_concurrent_per_user');
  if ((await countOpenExports(tx.read, userId)) >= most) {
    throw new AppError('Conflict', `${String(most)} exports are being made; cancel one, or wait for it`);
  }
  const evicted = await deleteExportsBeyond(tx, userId, ctx.settings.get('exports.max_per_user') - 1);
  const id = newId();
  const createdAt = Date.now();
  await insertExport(tx, {
    ...{ id, userId, createdAt, expiresAt: createdAt + retentionMs(ctx) },
    format: wanted.format,
    exportType: wanted.exportType,
    libraryIds: JSON.stringify([...new Set(wanted.libraryIds)]),
    fields: JSON.stringify(wanted.exportType === 'books' ? [] : [...new Set(wanted.fields)]),
    bookFields: JSON.stringify(wanted.exportType === 'series' ? [] : [...new Set(wanted.bookFields)]),
  });
  await ctx.queue.enqueue(tx, 'export_series', { exportId: id, userId });
  return { id, evicted };
}

/**
 * Has an export made by a task. The oldest finished one makes way when there are many.
 * @throws {AppError} `BadRequest`, `Forbidden`, `NotFound` for a library, or `Conflict` while too many are being made
 */
export async function createExport(ctx: ExportsContext, viewer: Viewer, wanted: Wanted): Promise<CatalogExport> {
  await check(ctx, viewer, wanted);
  await endAbandonedExports(ctx);
  const { id, evicted } = await ctx.db.transaction(async (tx) => put(tx, ctx, viewer, wanted));
  await removeFiles(ctx, evicted);
  return toExport(await getRow(ctx, viewer, id));
}

/**
 * One of the viewer's own exports as it is stored.
 * @throws {AppError} `NotFound`
 */
export async function getRow(
  { db }: Pick<ExportsContext, 'db'>,
  { userId }: Viewer,
  id: string,
): Promise<ShownExportRow> {
  const row = await findOwnExport(db.read, userId, id, Date.now());
  if (row === undefined) throw new AppError('NotFound', `Export ${id} not found`);
  return row;
}

/** The viewer's own exports, newest first. */
export async function listExports(ctx: ExportsContext, { userId }: Viewer): Promise<CatalogExport[]> {
  await endAbandonedExports(ctx);
  return (await listExportRows(ctx.db.read, userId, Date.now())).map(toExport);
}

/**
 * One of them.
 * @throws {AppError} `NotFound`
 */
export async function getExport(ctx: ExportsContext, viewer: Viewer, id: string): Promise<CatalogExport> {
  await endAbandonedExports(ctx);
  return toExport(await getRow(ctx, viewer, id));
}

/**
 * Stops one that is being made.
 * @throws {AppError} `NotFound`, or `Conflict` when it has ended
 */
export async function cancelExport(ctx: ExportsContext, viewer: Viewer, id: string): Promise<CatalogExport> {
  const { taskId, status } = await getExport(ctx, viewer, id);
  if ((status !== 'pending' && status !== 'running') || taskId === null) {
    throw new AppError('Conflict', `Export ${id} has ended already: it is ${status}`);
  }
  await ctx.queue.cancel(taskId);
  return getExport(ctx, viewer, id);
}

/**
 * Deletes one with its file, and stops it when it is being made.
 * @throws {AppError} `NotFound`
 */
export async function deleteExport(ctx: ExportsContext, viewer: Viewer, id: string): Promise<void> {
  const { taskId, status } = await getRow(ctx, viewer, id);
  const gone = await ctx.db.transaction(async (tx) => deleteRow(tx, viewer.userId, id));
  if (taskId !== null && (status === 'pending' || status === 'running')) await ctx.queue.cancel(taskId);
  if (gone !== undefined) await removeFiles(ctx, [gone]);
}
