import { requestDueNumbers } from '#core/naming/request-renumbering.ts';
import { scanLibrary } from '#core/scan/scan-library.ts';
import { announceScan } from '#core/scan/scan-status.ts';
import type { TaskPayload } from '../catalog.ts';
import type { TaskHandler } from '../handler.ts';
import type { TaskContext } from './task-context.ts';

export const handleScanLibrary = (ctx: TaskContext): TaskHandler<TaskPayload<'scan_library'>> => ({
  run: async (target, run) => {
    const result = await scanLibrary(ctx, target, run);
    await requestDueNumbers(ctx);
    return { result };
  },
  changed: async (taskId) => announceScan(ctx, taskId),
});
