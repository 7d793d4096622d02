import { AppError } from '#core/errors.ts';
import type { ByteRange, FileAnswer, OpenedFile } from '#core/file-answer.ts';
import type { Settings } from '#core/settings/settings.ts';
import type { Viewer } from '#core/viewer.ts';
import type { Database } from '#db/open.ts';
import { findLibrary } from '#db/repos/catalog/libraries.repo.ts';
import { deleteExpiredExports, deleteExportsOverCap } from '#db/repos/system/delete-exports.repo.ts';
import { type ExportRow, listExportFiles } from '#db/repos/system/exports.repo.ts';
import { findSharingChange } from '#db/repos/people/sharing-grants.repo.ts';
import type { ExportFiles } from '#files/data/export-files.ts';
import type { OutgoingFiles } from '#files/sending/outgoing-files.ts';
import { streamFile } from '#files/sending/outgoing-streams.ts';
import {
  exportFileName,
  type ExportsContext,
  type ExportWanted,
  getRow,
  missingPermission,
  removeFiles,
  endAbandonedExports,
  wantedOf,
} from './exports.ts';

const MEDIA_TYPES: Readonly<Record<ExportWanted['format'], string>> = {
  json: 'application/json; charset=utf-8',
  csv: 'text/csv; charset=utf-8; header=present',
  md: 'text/markdown; charset=utf-8',
};

const DATE_LENGTH = 'yyyy-mm-dd'.length;

/** "lectern-series-2026-11-22.csv". */
function downloadName({ exportType, format }: ExportWanted, completedAt: number): string {
  const what = exportType === 'both' ? 'catalog' : exportType;
  return `lectern-${what}-${new Date(completedAt).toISOString().slice(0, DATE_LENGTH)}.${format}`;
}

/** Refused once the owner lost access to a library: the file holds what they saw when it was made. */
async function checkAccess({ db }: ExportsContext, viewer: Viewer, row: ExportRow): Promise<void> {
  const wanted = wantedOf(row);
  const hidden = new AppError('NotFound', `Export ${row.id} holds what you may no longer see`);
  const missing = missingPermission(viewer, wanted.exportType);
  if (missing !== undefined) throw new AppError('Forbidden', `This export needs the permission ${missing}`);
  // Which series bore which tags is not known any more.
  if (viewer.sharing !== undefined && (await findSharingChange(db.read)) >= (row.startedAt ?? 0)) throw hidden;
  if (viewer.libraryIds === undefined) return;
  for (const libraryId of wanted.libraryIds) {
    if ((await findLibrary(db.read, viewer, libraryId)) === undefined) throw hidden;
  }
}

/**
 * The file of one of the viewer's own exports, whole or in parts.
 * @throws {AppError} `NotFound` for the export or its file, `Forbidden`, or `Conflict` until it is complete
 */
export async function downloadExport(
  ctx: ExportsContext & { readonly outgoing: OutgoingFiles },
  viewer: Viewer,
  id: string,
): Promise<FileAnswer> {
  await endAbandonedExports(ctx);
  const row = await getRow(ctx, viewer, id);
  const wanted = wantedOf(row);
  await checkAccess(ctx, viewer, row);
  if (row.status !== 'completed') throw new AppError('Conflict', `Export ${id} is not complete: it is ${row.status}`);
  const name = exportFileName(row);
  if (!(await ctx.exportFiles.has(name))) throw new AppError('NotFound', `The file of export ${id} is gone`);
  const path = ctx.exportFiles.pathOf(name);
  const state = await ctx.outgoing.look(path);
  const open = async ({ start, end }: ByteRange): Promise<OpenedFile> => {
    const opened = await ctx.outgoing.open(path, state);
    return { body: streamFile(opened, start, end), length: end - start };
  };
  const { size, modifiedAt } = state;
  return {
    kind: 'file',
    contentType: MEDIA_TYPES[wanted.format],
    etag: `${id}-${size.toString(36)}-${Math.round(modifiedAt).toString(36)}`,
    lastModifiedAt: modifiedAt,
    fileName: downloadName(wanted, row.completedAt ?? row.createdAt),
    length: size,
    parts: { length: size, open },
    open: async () => open({ start: 0, end: size }),
  };
}

/** A running export has written to its file, or named it, within this time. */
const YOUNG_MS = 3_600_000;

/** Deletes exports that have expired or take too much, and files that belong to none. */
export async function cleanUpExports(ctx: {
  readonly db: Database;
  readonly settings: Settings;
  readonly exportFiles: ExportFiles;
}): Promise<{ readonly deletedExports: number; readonly deletedFiles: number }> {
  await endAbandonedExports(ctx);
  const maxBytes = ctx.settings.get('exports.storage_cap_bytes');
  const gone = await ctx.db.transaction(async (tx) => [
    ...(await deleteExpiredExports(tx, Date.now())),
    ...(await deleteExportsOverCap(tx, maxBytes)),
  ]);
  await removeFiles(ctx, gone);
  const before = Date.now() - YOUNG_MS;
  const names = new Set((await listExportFiles(ctx.db.read)).map(exportFileName));
  const deletedFiles = await ctx.exportFiles.sweep((name) => names.has(name), before);
  return { deletedExports: gone.length, deletedFiles };
}
