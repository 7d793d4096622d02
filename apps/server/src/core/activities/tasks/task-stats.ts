import { type TaskCounts, type TasksPause, type TaskStats, TaskStatus } from '@lectern/contract';
import type { z } from 'zod';
import type { Viewer } from '#core/viewer.ts';
import type { Database } from '#db/open.ts';
import { findPause } from '#db/repos/system/server-state.repo.ts';
import { countTasks, type TaskCount } from '#db/repos/system/task-lists.repo.ts';
import type { Queue } from '#jobs/queue.ts';

interface PauseContext {
  readonly db: Database;
  readonly queue: Queue;
}

async function getPause({ db }: Pick<PauseContext, 'db'>): Promise<TasksPause> {
  const pause = await findPause(db.read);
  return { pause: pause === undefined ? null : { since: new Date(pause.at).toISOString(), by: pause.by } };
}

/** Pauses background tasks in all processes until a user resumes them; an earlier pause stays. */
export async function pauseTasks(ctx: PauseContext, { username }: Viewer): Promise<TasksPause> {
  await ctx.queue.pause(username);
  return getPause(ctx);
}

/** Resumes background tasks. */
export async function resumeTasks(ctx: PauseContext): Promise<TasksPause> {
  await ctx.queue.resume();
  return getPause(ctx);
}

type Counts = z.infer<typeof TaskCounts>;

function newCounts(): Counts {
  return { pending: 0, running: 0, completed: 0, failed: 0, cancelled: 0, stale: 0, total: 0 };
}

function add(counts: Counts, { status, count, stale }: TaskCount): void {
  counts[TaskStatus.parse(status)] += count;
  counts.stale += stale;
  counts.total += count;
}

/** Counts of tasks by state, in total and by type, and the pause. */
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
