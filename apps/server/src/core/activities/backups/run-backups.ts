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
import { say } from '#words/say.ts';
import { storeMessage, toStored } from '#words/stored-message.ts';
import { writeCauses } from '../notices/write-causes.ts';
import type { BackupsContext } from './backups.ts';
import { findPlace, getBackupFolder } from './find-place.ts';
import { Refused, runInThread } from './run-in-thread.ts';

interface RunContext {
  readonly config: Config;
  readonly settings: Settings;
  /** Of Lectern. */
  readonly version: string;
}

/** No backup takes longer to write one part. */
const STALE_MS = 86_400_000;

/** Deletes scheduled backups beyond the newest good ones. */
async function applyRetention(folder: string, keep: number): Promise<void> {
  const scheduled = (await listNotes(folder)).filter(({ reason }) => reason === 'scheduled');
  const kept = new Set(scheduled.filter(({ fault }) => fault === null).slice(0, keep));
  const oldest = Math.min(...[...kept].map(({ createdAt }) => createdAt));
  for (const note of scheduled) if (!kept.has(note) && note.createdAt < oldest) await removeBackup(folder, note.id);
}

function describeNote({ id, bookCount, userCount, sizeBytes }: BackupNote): string {
  return storeMessage(
    '{id}: {books, plural, one {# book} other {# books}}, {accounts, plural, one {# account} other {# accounts}}, {megabytes} MB. Every entry was read again',
    { id, books: bookCount, accounts: userCount, megabytes: Math.ceil(sizeBytes / 1_000_000) },
  );
}

/** Makes a backup in the folder of backups, and reads it again. */
export async function createScheduled(
  { config, db, queue, settings, version }: RunContext & Pick<BackupsContext, 'db' | 'queue'>,
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
  await db.transaction(async (tx) => writeCauses({ queue }, tx, 'backup_finished', [{ message: describeNote(note) }]));
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
    if (error instanceof Refused) await record(folder, id, { fault: toStored(error.message) });
    throw error;
  }
}

/** Reads every entry of a backup and compares it with its checksum. */
export async function checkOne({ config }: Pick<RunContext, 'config'>, id: string, run: TaskRun): Promise<TaskOutcome> {
  const folder = getBackupFolder(config);
  if ((await readNote(folder, id)) === undefined) throw new TaskFailure(say('Backup {id} is gone', { id }));
  const order = { path: getBackupPath(folder, id), passphrase: config.backups.passphrase };
  await withFault(folder, id, async () => runInThread({ kind: 'check', order }, run));
  await record(folder, id, { verifiedAt: Date.now(), fault: null });
  return { result: { backupId: id } };
}

/** Restores the newest backup into a scratch database, compares counts and checksums, and records that it did. */
export async function drillNewest({ config }: Pick<RunContext, 'config'>, run: TaskRun): Promise<TaskOutcome> {
  const folder = getBackupFolder(config);
  // An added one may have another passphrase.
  const newest = (await listNotes(folder)).find(({ reason }) => reason !== 'added');
  // A server without backups has a finding of its own.
  if (newest === undefined) return { result: { backupId: null } };
  const { id } = newest;
  const order = { ...findPlace(config), path: getBackupPath(folder, id), passphrase: config.backups.passphrase };
  await withFault(folder, id, async () => runInThread({ kind: 'drill', order }, run));
  await record(folder, id, { verifiedAt: Date.now(), drilledAt: Date.now(), fault: null });
  return { result: { backupId: id } };
}
