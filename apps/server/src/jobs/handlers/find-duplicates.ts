import { findDuplicates } from '#core/duplicates/find-duplicates.ts';
import type { TaskPayload } from '../catalog.ts';
import type { TaskHandler } from '../handler.ts';
import type { TaskContext } from './task-context.ts';

export const handleFindDuplicates = (ctx: TaskContext): TaskHandler<TaskPayload<'find_duplicates'>> => ({
  run: async (_nothing, run) => findDuplicates(ctx, run),
});
