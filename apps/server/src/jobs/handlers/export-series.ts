import { runExport } from '#core/exports/run-export.ts';
import { cleanUpExports } from '#core/exports/clean-up-exports.ts';
import { settleExports } from '#core/exports/settle-exports.ts';
import type { TaskPayload } from '../catalog.ts';
import type { TaskHandler } from '../handler.ts';
import type { TaskContext } from './task-context.ts';

export const handleExportSeries = (ctx: TaskContext): TaskHandler<TaskPayload<'export_series'>> => ({
  run: async ({ exportId }, run) => {
    const outcome = await runExport(ctx, exportId, run);
    await cleanUpExports(ctx);
    return outcome;
  },
  changed: async () => settleExports(ctx),
});
