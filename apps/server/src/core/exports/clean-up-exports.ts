import type { Settings } from '#core/settings/settings.ts';
import type { Database } from '#db/open.ts';
import { deleteExpiredExports, deleteExportsOverCap, listExportFiles } from '#db/repos/system/exports.repo.ts';
import type { ExportFiles } from '#files/data/export-files.ts';
import { removeFiles } from './exports.ts';
import { settleExports } from './settle-exports.ts';
import { exportFileName } from './stored-export.ts';

/** Whoever writes a file has written to it, or named it, by then. */
const YOUNG_MS = 3_600_000;

/** Deletes exports that have expired or take too much, and files that belong to none. */
export async function cleanUpExports(ctx: {
  readonly db: Database;
  readonly settings: Settings;
  readonly exportFiles: ExportFiles;
}): Promise<{ readonly deletedExports: number; readonly deletedFiles: number }> {
  await settleExports(ctx);
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
