import { access, constants, opendir, stat } from 'node:fs/promises';
import { libraryReads } from '../opening/bounded-reads.ts';
import { isAbsence } from '../opening/system-errors.ts';

/** Why the root of a library cannot be scanned, or that it can. */
type RootState =
  | { readonly ok: true }
  | { readonly ok: false; readonly reason: 'missing' | 'not-a-folder' | 'unreadable'; readonly message: string };

/** What is wrong with a folder, for people who are not to know where it lies. */
export const UNUSABLE_ROOT = {
  missing: 'does not exist',
  'not-a-folder': 'is not a folder',
  unreadable: 'cannot be read',
} as const;

/** Looks whether a folder is there and may be read. */
export async function checkRoot(absolutePath: string): Promise<RootState> {
  try {
    const stats = await libraryReads.run(absolutePath, async () => stat(absolutePath));
    if (!stats.isDirectory()) {
      return { ok: false, reason: 'not-a-folder', message: `"${absolutePath}" is not a folder` };
    }
    await libraryReads.run(absolutePath, async () => access(absolutePath, constants.R_OK | constants.X_OK));
    return { ok: true };
  } catch (error) {
    return isAbsence(error)
      ? { ok: false, reason: 'missing', message: `The folder "${absolutePath}" does not exist` }
      : { ok: false, reason: 'unreadable', message: `The folder "${absolutePath}" cannot be read` };
  }
}

/** True when a folder holds nothing at all, as the place of a disk that is not there. */
export async function isEmptyFolder(absolutePath: string): Promise<boolean> {
  return libraryReads.run(absolutePath, async () => {
    const folder = await opendir(absolutePath);
    try {
      return (await folder.read()) === null;
    } finally {
      await folder.close();
    }
  });
}

/**
 * Whether what is known of a folder's files can be judged by what is there now: it can be read, and holds anything at all. The
 * empty place of a disk that is away tells nothing.
 */
export async function isTelling(absolutePath: string): Promise<boolean> {
  return (await checkRoot(absolutePath)).ok && !(await isEmptyFolder(absolutePath).catch(() => true));
}
