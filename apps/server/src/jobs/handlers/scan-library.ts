import { scanLibrary } from '#core/scan/scan-library.ts';
import { announceScan } from '#core/scan/scan-status.ts';
import type { TaskPayload } from '../catalog.ts';
import type { TaskHandler } from '../handler.ts';
import type { TaskContext } from './task-context.ts';

export const handleScanLibrary = (ctx: TaskContext): TaskHandler<TaskPayload<'scan_library'>> => ({
  run: async (target, run) => ({ result: await scanLibrary(ctx, target, run) }),
  changed: async (taskId) => announceScan(ctx, taskId),
});
