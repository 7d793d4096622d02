import type { RestorePreview } from '@lectern/contract';
import { writeAudit } from '#core/audit/write-audit.ts';
import { AppError } from '#core/errors.ts';
import { requirePresence } from '#core/people/require-password.ts';
import type { UsersContext } from '#core/people/sign-in.ts';
import type { Viewer } from '#core/viewer.ts';
import { knowsMigration } from '#db/dump/make-tables.ts';
import type { Tx } from '#db/open.ts';
import { countDumpedRows } from '#db/repos/system/count-rows.repo.ts';
import { lockJoining } from '#db/repos/system/server-state.repo.ts';
import { hasOpenTask } from '#db/repos/system/tasks.repo.ts';
import type { BackupNote } from '#files/backups/backup-folder.ts';
import { readJournal } from '#files/backups/restore-journal.ts';
import { measureDiskSpace } from '#files/data/disk-space.ts';
import type { Log } from '#log/logger.ts';
import { say } from '#words/say.ts';
import { type BackupsContext, getNote, toBackup } from './backups.ts';
import { findPlace } from './find-place.ts';
import { requireAlone } from './require-alone.ts';
import type { Restores } from './restores.ts';
import { toMegabytes, estimateSpace } from './stage-restore.ts';
import { invalidField } from '#core/invalid-field.ts';

/** Tools of restores that a request asks for. */
interface RestoresContext extends BackupsContext {
  readonly log: Log;
  readonly version: string;
  readonly processName: string;
  readonly restores: Restores;
}

interface Space {
  readonly neededBytes: number | null;
  readonly freeBytes: number | null;
}

async function measureSpace({ config }: RestoresContext, { unpackedBytes }: BackupNote): Promise<Space> {
  const space = await measureDiskSpace(config.dataDir);
  return {
    neededBytes: unpackedBytes === undefined ? null : estimateSpace(unpackedBytes),
    freeBytes: space?.freeBytes ?? null,
  };
}

function refuseSecond(): AppError {
  return new AppError('Conflict', say('A restore is already running'));
}

async function refuseTwin({ read }: Pick<Tx, 'read'>): Promise<void> {
  if (await hasOpenTask(read, 'restore_backup', '')) throw refuseSecond();
}

/** Checks what can be checked before a restore is queued. @throws {AppError} `Conflict` when it is impossible now */
async function checkPossible(ctx: RestoresContext, note: BackupNote, space: Space): Promise<void> {
  if ((await readJournal(ctx.config.dataDir)) !== undefined) throw refuseSecond();
  const { neededBytes, freeBytes } = space;
  if (!knowsMigration(note.migration)) {
    throw new AppError(
      'Conflict',
      say('This backup comes from Lectern {version}, which is newer than this server. Update the server first', {
        version: note.version,
      }),
    );
  }
  if (neededBytes !== null && freeBytes !== null && freeBytes < neededBytes) {
    throw new AppError(
      'Conflict',
      say(
        'The restore needs about {needed, number} MB on the disk of "{folder}", but only {free, number} MB are free',
        {
          folder: ctx.config.dataDir,
          free: toMegabytes(freeBytes),
          needed: toMegabytes(neededBytes),
        },
      ),
    );
  }
  await requireAlone(findPlace(ctx.config), ctx.processName);
}

async function findObstacle(ctx: RestoresContext, note: BackupNote, space: Space): Promise<string | null> {
  try {
    await refuseTwin(ctx.db);
    await checkPossible(ctx, note, space);
    return null;
  } catch (error) {
    if (error instanceof AppError && error.kind === 'Conflict') return error.message;
    throw error;
  }
}

/** What a restore of a backup would replace by what. @throws {AppError} `NotFound` */
export async function previewRestore(ctx: RestoresContext, id: string): Promise<RestorePreview> {
  const note = await getNote(ctx, id);
  const space = await measureSpace(ctx, note);
  const counts = await countDumpedRows(ctx.db);
  return {
    backup: toBackup(note),
    now: {
      version: ctx.version,
      databaseKind: ctx.db.kind,
      rowCount: [...counts.values()].reduce((sum, rows) => sum + rows, 0),
      bookCount: counts.get('book') ?? 0,
      userCount: counts.get('user') ?? 0,
    },
    obstacle: await findObstacle(ctx, note, space),
    needsPassphrase: note.isEncrypted && ctx.config.backups.passphrase === undefined,
    ...space,
  };
}

/** A request for a restore. */
interface Wanted {
  readonly id: string;
  readonly currentPassword: string | undefined;
  readonly passphrase: string | undefined;
  readonly ip: string;
}

/**
 * Queues a restore, for an admin who has just shown the password. The passphrase stays in the memory of this process.
 * @throws {AppError} `NotFound`, `Forbidden` for an API key, `Conflict` while it is impossible, `BadRequest` without a
 * passphrase that is needed, or as `requirePresence`
 */
export async function requestRestore(
  ctx: UsersContext & RestoresContext,
  viewer: Viewer,
  { id, currentPassword, passphrase, ip }: Wanted,
): Promise<{ readonly taskId: string }> {
  if (viewer.apiKey !== undefined)
    throw new AppError('Forbidden', say('An API key cannot restore a backup. Sign in instead'));
  await requirePresence(ctx, viewer, currentPassword, ip);
  const note = await getNote(ctx, id);
  if (note.isEncrypted && (passphrase ?? ctx.config.backups.passphrase) === undefined) {
    throw invalidField('passphrase', say('is needed, because the backup is encrypted'));
  }
  await checkPossible(ctx, note, await measureSpace(ctx, note));
  const taskId = await ctx.db.transaction(async (tx) => {
    // Two requests at the same time queue one restore.
    await lockJoining(tx);
    await refuseTwin(tx);
    const queued = await ctx.queue.enqueue(tx, 'restore_backup', { backupId: id });
    await writeAudit(tx, ctx, { action: 'restore_requested', actor: viewer, target: { kind: 'backup', id, name: id } });
    // A worker may take the task as soon as it is committed.
    ctx.restores.ask({ taskId: queued, passphrase });
    return queued;
  });
  ctx.log.server.warn({ backupId: id, userId: viewer.userId, taskId }, 'restore requested');
  return { taskId };
}
