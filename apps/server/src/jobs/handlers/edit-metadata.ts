import { settleAbandonedWork } from '#core/metadata/queued-work.ts';
import { runQueuedEdit } from '#core/metadata/run-queued-edit.ts';
import type { TaskPayload } from '../catalog.ts';
import type { TaskHandler } from '../handler.ts';
import type { TaskContext } from './task-context.ts';

export const handleEditMetadata = (ctx: TaskContext): TaskHandler<TaskPayload<'edit_metadata'>> => ({
  run: async ({ actionId }, run) => runQueuedEdit(ctx, actionId, run),
  // One that was cancelled or failed is taken back.
  changed: async () => settleAbandonedWork(ctx),
});
