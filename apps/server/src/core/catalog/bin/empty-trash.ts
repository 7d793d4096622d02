import { mapConcurrently } from '#core/map-concurrently.ts';
import type { Settings } from '#core/settings/settings.ts';
import { deleteTrashed, listExpired } from '#db/repos/scanning/trash.repo.ts';
import { deleteFromTrash } from '#files/trash/library-trash.ts';
import { isReadableAndFilled } from '#files/walk/library-root.ts';
import type { TaskOutcome, TaskRun } from '#jobs/handler.ts';
import { say } from '#words/say.ts';
import { BATCH, type BinContext } from './bin-context.ts';
import { finishMoves } from './trash-files.ts';

const DAY_MS = 86_400_000;
const LANES = 4;

/**
 * Deletes files of the trash for good whose time has ended; their books stay in the bin. Files of a library whose disk is away
 * wait for the next time.
 */
export async function emptyTrash(
  ctx: BinContext & { readonly settings: Settings },
  run: TaskRun,
): Promise<TaskOutcome> {
  await finishMoves(ctx, run.signal);
  const days = ctx.settings.get('bin.keep_files_days');
  const counts = { deleted: 0, kept: 0 };
  if (days === 0) return { result: counts };
  const before = Date.now() - days * DAY_MS;
  for (let after = ''; ; ) {
    run.signal.throwIfAborted();
    const files = await listExpired(ctx.db.read, before, { after, limit: BATCH });
    const last = files.at(-1);
    if (last === undefined) break;
    after = last.trashId;
    const gone: string[] = [];
    await mapConcurrently(files, LANES, async ({ root, trashId, bookId }) => {
      try {
        if (await isReadableAndFilled(root)) {
          await deleteFromTrash(root, trashId);
          gone.push(trashId);
        }
      } catch (error) {
        ctx.log.server.warn({ err: error, bookId }, 'trashed file not deleted');
      }
      return !run.signal.aborted;
    });
    await ctx.db.transaction(async (tx) => deleteTrashed(tx, gone));
    counts.deleted += gone.length;
    counts.kept += files.length - gone.length;
    run.report({
      current: counts.deleted,
      total: counts.deleted + counts.kept,
      message: say('Deleting files of the trash'),
    });
  }
  return { result: counts };
}
