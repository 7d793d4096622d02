import { closeSync, fsyncSync, openSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { readErrorCode } from '../opening/system-errors.ts';

/** Some network file systems sync no folder. */
const UNSUPPORTED = new Set(['EINVAL', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS']);
/** Windows opens no folder; NTFS writes names in its own journal. */
const HAS_FOLDERS_TO_SYNC = process.platform !== 'win32';

function ignoreUnsupported(error: unknown): void {
  if (!UNSUPPORTED.has(readErrorCode(error) ?? '')) throw error;
}

/**
 * Flushes the names of a folder to the disk. Without it a power cut may undo a rename, although the bytes are on the disk.
 * @param absolutePath must exist
 */
export async function syncFolder(absolutePath: string): Promise<void> {
  if (!HAS_FOLDERS_TO_SYNC) return;
  await using folder = await open(absolutePath, 'r');
  await folder.sync().catch(ignoreUnsupported);
}

/** `syncFolder` for worker threads. */
export function syncFolderNow(absolutePath: string): void {
  if (!HAS_FOLDERS_TO_SYNC) return;
  const folder = openSync(absolutePath, 'r');
  try {
    fsyncSync(folder);
  } catch (error) {
    ignoreUnsupported(error);
  } finally {
    closeSync(folder);
  }
}
