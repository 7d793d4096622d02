import { open, rename } from 'node:fs/promises';
import { isAbsence } from '../opening/system-errors.ts';
import { syncFolder } from '../data/sync-folder.ts';
import { type BackupNote, getBackupPath, isBackupId, writeNote } from './backup-folder.ts';

/** Absolute path of a backup file that is not complete. `removeUnfinished` deletes old ones. */
export function getUploadPath(folder: string, id: string): string {
  return `${getBackupPath(folder, id)}.tmp`;
}

/** Creates an empty file for the parts of a backup. @param folder exists */
export async function createUpload(folder: string, id: string): Promise<void> {
  await using _handle = await open(getUploadPath(folder, id), 'wx', 0o600);
}

/** A part to write. */
interface Part {
  readonly offset: number;
  readonly bytes: Buffer;
}

/**
 * Writes a part behind the parts before it. A part that was sent before replaces what follows it.
 * @returns bytes of the file, which are the old ones when the part would leave a gap; undefined without such a file
 */
export async function writePart(folder: string, id: string, { offset, bytes }: Part): Promise<number | undefined> {
  if (!isBackupId(id)) return undefined;
  try {
    await using handle = await open(getUploadPath(folder, id), 'r+');
    const { size } = await handle.stat();
    if (offset > size) return size;
    let written = 0;
    while (written < bytes.length) {
      written += (await handle.write(bytes, written, bytes.length - written, offset + written)).bytesWritten;
    }
    await handle.truncate(offset + bytes.length);
    return offset + bytes.length;
  } catch (error) {
    if (isAbsence(error)) return undefined;
    throw error;
  }
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
