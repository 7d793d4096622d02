import { type TaskCounts, type TaskStats, TaskStatus } from '@lectern/contract';
import type { z } from 'zod';
import type { Viewer } from '#core/viewer.ts';
import type { Database } from '#db/open.ts';
import { countTasks, type TaskCount } from '#db/repos/system/task-lists.repo.ts';
import { getPause } from './pause-tasks.ts';

type Counts = z.infer<typeof TaskCounts>;

function newCounts(): Counts {
  return { pending: 0, running: 0, completed: 0, failed: 0, cancelled: 0, stale: 0, total: 0 };
}

function add(counts: Counts, { status, count, stale }: TaskCount): void {
  counts[TaskStatus.parse(status)] += count;
  counts.stale += stale;
  counts.total += count;
}

/** How many tasks wait, run and ended, in all and by type, and whether background work is paused. */
export async function getTaskStats(ctx: { readonly db: Database }, viewer: Viewer): Promise<z.infer<typeof TaskStats>> {
  const all = newCounts();
  const byType = new Map<string, Counts>();
  for (const row of await countTasks(ctx.db, viewer)) {
    const ofType = byType.get(row.type) ?? newCounts();
    byType.set(row.type, ofType);
    add(ofType, row);
    add(all, row);
  }
  return { ...all, byType: Object.fromEntries(byType), ...(await getPause(ctx)) };
}
