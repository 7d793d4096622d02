import { open, rename } from 'node:fs/promises';
import { isAbsence } from '../opening/system-errors.ts';
import { createPartFile, type FilePart, writePart } from '../data/file-parts.ts';
import { syncFolder } from '../data/sync-folder.ts';
import { type BackupNote, getBackupPath, isBackupId, writeNote } from './backup-folder.ts';

const PRIVATE = 0o600;

/** Absolute path of a backup file that is not complete. `removeUnfinished` deletes old ones. */
export function getUploadPath(folder: string, id: string): string {
  return `${getBackupPath(folder, id)}.tmp`;
}

/** Creates an empty file for the parts of a backup. @param folder exists */
export async function createUpload(folder: string, id: string): Promise<void> {
  await createPartFile(getUploadPath(folder, id), PRIVATE);
}

/** Writes a part of a backup. @returns bytes of the file, as `writePart` */
export async function writeBackupPart(folder: string, id: string, part: FilePart): Promise<number | undefined> {
  return isBackupId(id) ? writePart(getUploadPath(folder, id), part) : undefined;
}

/** Bytes of an incomplete file; undefined without one. */
export async function findUploadSize(folder: string, id: string): Promise<number | undefined> {
  if (!isBackupId(id)) return undefined;
  try {
    await using handle = await open(getUploadPath(folder, id), 'r');
    return (await handle.stat()).size;
  } catch (error) {
    if (isAbsence(error)) return undefined;
    throw error;
  }
}

/** Makes a complete file a backup. Its note comes first, and counts only once the file has its name. */
export async function keepUpload(folder: string, note: BackupNote): Promise<void> {
  {
    await using handle = await open(getUploadPath(folder, note.id), 'r+');
    await handle.sync();
  }
  await writeNote(folder, note);
  await rename(getUploadPath(folder, note.id), getBackupPath(folder, note.id));
  await syncFolder(folder);
}
