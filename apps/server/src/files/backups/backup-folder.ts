import { randomBytes } from 'node:crypto';
import { readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { writeFileAtomically } from '../data/atomic-write.ts';

/** Why a backup was made. */
export type BackupReason = 'manual' | 'scheduled' | 'migration' | 'added';

/** What is known of a backup without reading it: a small file beside it. */
export interface BackupNote {
  readonly id: string;
  readonly reason: BackupReason;
  readonly createdAt: number;
  readonly sizeBytes: number;
  /** Bytes of its unpacked entries; missing in notes of earlier releases. */
  readonly unpackedBytes?: number;
  readonly isEncrypted: boolean;
  readonly version: string;
  readonly databaseKind: 'sqlite' | 'postgres';
  readonly migration: string;
  readonly rowCount: number;
  readonly bookCount: number;
  readonly userCount: number;
  /** When every entry was last read and compared; null for never. */
  readonly verifiedAt: number | null;
  /** When it was last loaded into a scratch database and compared. */
  readonly drilledAt: number | null;
  /** What a check or drill found wrong. */
  readonly fault: string | null;
}

const SUFFIX = '.lectern';
const NOTE = '.json';
const ID = /^lectern-\d{8}-\d{6}-[0-9a-f]{8}$/;
const ID_BYTES = 4;

/** Whether a text is the id of a backup, and so leads to no other file. */
export function isBackupId(text: string): boolean {
  return ID.test(text);
}

/** A new id. @param stamp date and time of 15 characters */
export function newBackupId(stamp: string): string {
  return `lectern-${stamp}-${randomBytes(ID_BYTES).toString('hex')}`;
}

/** Absolute path of a backup. */
export function getBackupPath(folder: string, id: string): string {
  return join(folder, id + SUFFIX);
}

/** Writes what is known of a backup. */
export async function writeNote(folder: string, note: BackupNote): Promise<void> {
  await writeFileAtomically(join(folder, note.id + NOTE), Buffer.from(JSON.stringify(note)));
}

/** The note of a backup whose file is there with the noted size; undefined for any other. */
export async function readNote(folder: string, id: string): Promise<BackupNote | undefined> {
  if (!isBackupId(id)) return undefined;
  try {
    const note = JSON.parse(await readFile(join(folder, id + NOTE), 'utf8')) as BackupNote;
    const { size } = await stat(getBackupPath(folder, id));
    return note.id === id && note.sizeBytes === size ? note : undefined;
  } catch {
    return undefined;
  }
}

/** The backups of a folder, newest first; files of others are left out. */
export async function listNotes(folder: string): Promise<BackupNote[]> {
  const names = await readdir(folder).catch(() => []);
  const ids = names.filter((name) => name.endsWith(NOTE)).map((name) => name.slice(0, -NOTE.length));
  const notes = await Promise.all(ids.map(async (id) => readNote(folder, id)));
  return notes.filter((note) => note !== undefined).toSorted((one, other) => other.createdAt - one.createdAt);
}

/** Deletes a backup that this server made. @returns whether it was one */
export async function removeBackup(folder: string, id: string): Promise<boolean> {
  if ((await readNote(folder, id)) === undefined) return false;
  await rm(getBackupPath(folder, id), { force: true });
  await rm(join(folder, id + NOTE), { force: true });
  return true;
}

/** Deletes unfinished files that a killed process left, of this id form only. @param before epoch milliseconds */
export async function removeUnfinished(folder: string, before: number): Promise<void> {
  const ending = `${SUFFIX}.tmp`;
  for (const name of await readdir(folder).catch(() => [])) {
    if (!name.endsWith(ending) || !isBackupId(name.slice(0, -ending.length))) continue;
    const stats = await stat(join(folder, name)).catch(() => undefined);
    if (stats !== undefined && stats.mtimeMs < before) await rm(join(folder, name), { force: true });
  }
}
