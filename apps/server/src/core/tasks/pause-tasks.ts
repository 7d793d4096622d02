import type { TasksPause } from '@lectern/contract';
import type { Viewer } from '#core/viewer.ts';
import type { Database } from '#db/open.ts';
import { findPause } from '#db/repos/system/server-state.repo.ts';
import type { Queue } from '#jobs/queue.ts';

interface PauseContext {
  readonly db: Database;
  readonly queue: Queue;
}

/** Whether background work is paused, since when and by whom. */
export async function getPause({ db }: Pick<PauseContext, 'db'>): Promise<TasksPause> {
  const pause = await findPause(db.read);
  return { pause: pause === undefined ? null : { since: new Date(pause.at).toISOString(), by: pause.by } };
}

/** Pauses what nobody waits for, in all processes and until someone resumes it; a pause that is there stays as it is. */
export async function pauseTasks(ctx: PauseContext, { username }: Viewer): Promise<TasksPause> {
  await ctx.queue.pause(username);
  return getPause(ctx);
}

/** Lets background work go on. */
export async function resumeTasks(ctx: PauseContext): Promise<TasksPause> {
  await ctx.queue.resume();
  return getPause(ctx);
}
