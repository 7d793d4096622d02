import { listExportFiles } from '#db/repos/system/exports.repo.ts';
import { deleteExpiredExports, deleteExportsOverCap } from '#db/repos/system/delete-exports.repo.ts';
import { endAbandonedExports, exportFileName, type ExportsContext, removeFiles } from './exports.ts';

/** A younger file may belong to an export that still runs. */
const YOUNG_MS = 3_600_000;

/** Deletes expired exports, those over the storage limit, and orphaned files. */
export async function cleanUpExports(ctx: Omit<ExportsContext, 'queue'>) {
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
