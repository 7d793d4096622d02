import type { Config } from '#config/schema.ts';
import { AppError } from '#core/errors.ts';
import { getBackupPath } from '#files/backups/backup-folder.ts';
import type { RestoreJournal } from '#files/backups/restore-journal.ts';
import { TaskFailure, type TaskOutcome, type TaskRun } from '#jobs/handler.ts';
import type { Log } from '#log/logger.ts';
import { say } from '#words/say.ts';
import { findPlace, getBackupFolder } from './find-place.ts';
import { decideRestore } from './finish-restore.ts';
import { requireAlone } from './require-alone.ts';
import type { Restores } from './restores.ts';
import { runInThread } from './run-in-thread.ts';
import { removeScratch } from './scratch-places.ts';
import { newScratchId } from './stage-restore.ts';

interface RestoreContext {
  readonly config: Config;
  readonly log: Log;
  readonly processName: string;
  readonly restores: Restores;
}

interface Staging {
  readonly backupId: string;
  readonly passphrase: string | undefined;
  readonly scratchId: string;
}

async function stage(
  { config, processName }: RestoreContext,
  { backupId, passphrase, scratchId }: Staging,
  run: TaskRun,
): Promise<RestoreJournal> {
  const place = findPlace(config);
  const path = getBackupPath(getBackupFolder(config), backupId);
  const order = { ...place, path, passphrase: passphrase ?? config.backups.passphrase, scratchId };
  const journal = (await runInThread({ kind: 'stage', order }, run)) as RestoreJournal;
  // Another server may have started meanwhile.
  await requireAlone(place, processName);
  run.signal.throwIfAborted();
  return journal;
}

/**
 * Loads a backup beside the present state, decides for it, and asks the server to restart with it. Until the decision a
 * failure or a cancellation leaves nothing behind.
 * @throws {TaskFailure} the backup cannot be restored, or the server restarted after the request
 */
export async function runRestore(ctx: RestoreContext, backupId: string, run: TaskRun): Promise<TaskOutcome> {
  const wanted = ctx.restores.take(run.taskId);
  if (wanted === undefined) {
    throw new TaskFailure(say('The server restarted before this restore ended. Manage > Backups shows how it ended'));
  }
  run.report({ current: 0, total: 0, message: say('Checking every entry of the backup') });
  const scratchId = newScratchId();
  let journal: RestoreJournal;
  try {
    journal = await stage(ctx, { backupId, passphrase: wanted.passphrase, scratchId }, run);
  } catch (error) {
    await removeScratch(findPlace(ctx.config), scratchId).catch((err: unknown) =>
      ctx.log.server.warn({ err, scratchId }, 'staged files of a restore cannot be removed'),
    );
    throw error instanceof AppError ? new TaskFailure(error.message) : error;
  }
  await decideRestore(ctx.config.dataDir, journal);
  ctx.log.server.warn({ backupId }, 'restore decided, the server restarts');
  ctx.restores.requestRestart();
  return { result: { backupId } };
}
