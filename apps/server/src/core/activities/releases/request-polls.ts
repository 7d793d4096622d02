import { AppError } from '#core/errors.ts';
import type { Database, Tx } from '#db/open.ts';
import { findSource, listEnabledSources } from '#db/repos/releases/release-sources.repo.ts';
import { hasOpenTask } from '#db/repos/system/tasks.repo.ts';
import type { Queue } from '#jobs/queue.ts';
import { say } from '#words/say.ts';

interface PollRequestContext {
  readonly db: Database;
  readonly queue: Queue;
}

/** Before scans, because a user asked; below everything that a user waits for, because the feed's server may be slow. */
const ASKED_PRIORITY = 640;

async function enqueue({ queue }: PollRequestContext, tx: Tx, sourceId: string): Promise<boolean> {
  if (await hasOpenTask(tx.read, 'poll_release_source', sourceId)) return false;
  await queue.enqueue(tx, 'poll_release_source', { sourceId }, { priority: ASKED_PRIORITY });
  return true;
}

/**
 * Queues a poll of a source.
 * @throws {AppError} `NotFound`; `Conflict` for a disabled source, or one that is not polled
 */
export async function requestPoll(ctx: PollRequestContext, id: string) {
  return ctx.db.transaction(async (tx) => {
    const source = await findSource(tx.read, id);
    if (source === undefined) throw new AppError('NotFound', `Release source ${id} not found`);
    if (source.enabled !== 1)
      throw new AppError('Conflict', say('The source "{name}" is switched off', { name: source.displayName }));
    if (source.kind === 'api-feed') {
      throw new AppError(
        'Conflict',
        say('A program sends the releases of the source "{name}", so there is no feed to read', {
          name: source.displayName,
        }),
      );
    }
    return (await enqueue(ctx, tx, id))
      ? { status: 'enqueued' as const, message: say('The poll is queued') }
      : { status: 'already_running' as const, message: say('A poll of this source waits or runs already') };
  });
}

/** Queues a poll of every enabled feed. */
export async function requestAllPolls(ctx: PollRequestContext) {
  const sources = (await listEnabledSources(ctx.db.read)).filter(({ kind }) => kind !== 'api-feed');
  let enqueued = 0;
  for (const { id } of sources) {
    if (await ctx.db.transaction(async (tx) => enqueue(ctx, tx, id))) enqueued += 1;
  }
  return { considered: sources.length, enqueued, coalesced: sources.length - enqueued, failed: 0 };
}
