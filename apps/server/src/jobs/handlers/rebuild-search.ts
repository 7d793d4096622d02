import { rebuildSearch } from '#core/search/rebuild-search.ts';
import type { TaskPayload } from '../catalog.ts';
import type { TaskHandler } from '../handler.ts';
import type { TaskContext } from './task-context.ts';

export const handleRebuildSearch = (ctx: TaskContext): TaskHandler<TaskPayload<'rebuild_search'>> => ({
  run: async (_nothing, run) => rebuildSearch(ctx, run),
});
