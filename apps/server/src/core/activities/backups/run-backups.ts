import { Worker } from 'node:worker_threads';
import type { Config } from '#config/schema.ts';
import type { Settings } from '#core/settings/settings.ts';
import {
  type BackupNote,
  getBackupPath,
  listNotes,
  readNote,
  removeBackup,
  removeUnfinished,
  writeNote,
} from '#files/backups/backup-folder.ts';
import { createFolder } from '#files/data/create-folder.ts';
import { TaskFailure, type TaskOutcome, type TaskRun } from '#jobs/handler.ts';
import type { BackupMessage, BackupWork } from './backup-thread.ts';
import { findPlace, getBackupFolder } from './find-place.ts';

interface RunContext {
  readonly config: Config;
  readonly settings: Settings;
  /** Of Lectern. */
  readonly version: string;
}

const ENTRY = new URL('./backup-thread.ts', import.meta.url);
const LIMITS = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 16 };
/** No backup takes longer to write one part. */
const STALE_MS = 86_400_000;
/** A backup that is refused, as opposed to a disk or database that did not answer. */
class Refused extends TaskFailure {}

/** Runs work in a thread; an aborted task ends the thread. */
async function runInThread(work: BackupWork, run: TaskRun): Promise<unknown> {
  run.signal.throwIfAborted();
  const worker = new Worker(ENTRY, { workerData: work, resourceLimits: LIMITS });
  const abort = (): void => void worker.terminate();
  run.signal.addEventListener('abort', abort, { once: true });
  try {
    return await new Promise((resolve, reject) => {
      worker.on('message', (message: BackupMessage) => {
        if (message.kind === 'progress') run.report(message);
        else if (message.kind === 'done') resolve(message.result);
        else reject(message.isRefused ? new Refused(message.message) : new Error(message.message));
      });
      worker.on('error', reject);
      worker.on('exit', () =>
        reject(run.signal.reason instanceof Error ? run.signal.reason : new Error('The thread of the backup ended')),
      );
    });
  } finally {
    run.signal.removeEventListener('abort', abort);
    await worker.terminate();
  }
}

/** Deletes scheduled backups beyond the newest good ones. */
async function applyRetention(folder: string, keep: number): Promise<void> {
  const scheduled = (await listNotes(folder)).filter(({ reason }) => reason === 'scheduled');
  const kept = new Set(scheduled.filter(({ fault }) => fault === null).slice(0, keep));
  const oldest = Math.min(...[...kept].map(({ createdAt }) => createdAt));
  for (const note of scheduled) if (!kept.has(note) && note.createdAt < oldest) await removeBackup(folder, note.id);
}

/** Makes a backup in the folder of backups, and reads it again. */
export async function createScheduled(
  { config, settings, version }: RunContext,
  reason: 'manual' | 'scheduled',
  run: TaskRun,
): Promise<TaskOutcome> {
  const folder = getBackupFolder(config);
  await createFolder(folder);
  await removeUnfinished(folder, Date.now() - STALE_MS);
  const { passphrase } = config.backups;
  const order = { ...findPlace(config), folder, reason, passphrase, version };
  const note = (await runInThread({ kind: 'make', order }, run)) as BackupNote;
  await applyRetention(folder, settings.get('backups.keep'));
  return { result: { backupId: note.id, sizeBytes: note.sizeBytes } };
}

async function record(folder: string, id: string, found: Partial<BackupNote>): Promise<void> {
  const note = await readNote(folder, id);
  if (note !== undefined) await writeNote(folder, { ...note, ...found });
}

/** Records a fault of the backup, and fails. */
async function withFault<Value>(folder: string, id: string, work: () => Promise<Value>): Promise<Value> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Refused) await record(folder, id, { fault: error.message });
    throw error;
  }
}

/** Reads every entry of a backup and compares it with its checksum. */
export async function checkOne({ config }: Pick<RunContext, 'config'>, id: string, run: TaskRun): Promise<TaskOutcome> {
  const folder = getBackupFolder(config);
  if ((await readNote(folder, id)) === undefined) throw new TaskFailure(`Backup ${id} is gone`);
  const order = { path: getBackupPath(folder, id), passphrase: config.backups.passphrase };
  await withFault(folder, id, async () => runInThread({ kind: 'check', order }, run));
  await record(folder, id, { verifiedAt: Date.now(), fault: null });
  return { result: { backupId: id } };
}

/** Restores the newest backup into a scratch database, compares counts and checksums, and records that it did. */
export async function drillNewest({ config }: Pick<RunContext, 'config'>, run: TaskRun): Promise<TaskOutcome> {
  const folder = getBackupFolder(config);
  const [newest] = await listNotes(folder);
  // A server without backups has a finding of its own.
  if (newest === undefined) return { result: { backupId: null } };
  const { id } = newest;
  const order = { ...findPlace(config), path: getBackupPath(folder, id), passphrase: config.backups.passphrase };
  await withFault(folder, id, async () => runInThread({ kind: 'drill', order }, run));
  await record(folder, id, { verifiedAt: Date.now(), drilledAt: Date.now(), fault: null });
  return { result: { backupId: id } };
}
