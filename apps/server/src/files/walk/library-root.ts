import { access, constants, opendir, stat } from 'node:fs/promises';
import { libraryReads } from '../opening/bounded-reads.ts';
import { isAbsence } from '../opening/system-errors.ts';
import { say } from '#words/say.ts';

/** Whether the root of a library can be scanned, and why not. */
type RootState =
  | { readonly ok: true }
  | { readonly ok: false; readonly reason: 'missing' | 'not-a-folder' | 'unreadable'; readonly message: string };

/** Checks that a folder exists and is readable. */
export async function checkRoot(absolutePath: string): Promise<RootState> {
  try {
    const stats = await libraryReads.run(absolutePath, async () => stat(absolutePath));
    if (!stats.isDirectory()) {
      return { ok: false, reason: 'not-a-folder', message: say('"{path}" is not a folder', { path: absolutePath }) };
    }
    await libraryReads.run(absolutePath, async () => access(absolutePath, constants.R_OK | constants.X_OK));
    return { ok: true };
  } catch (error) {
    return isAbsence(error)
      ? { ok: false, reason: 'missing', message: say('The folder "{path}" does not exist', { path: absolutePath }) }
      : { ok: false, reason: 'unreadable', message: say('The folder "{path}" cannot be read', { path: absolutePath }) };
  }
}

/** Whether a folder is empty, like the mount point of a missing disk. */
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
 * Whether missing files can be trusted to be gone: the root is readable and not empty. An unmounted disk leaves an
 * empty folder.
 */
export async function isReadableAndFilled(absolutePath: string): Promise<boolean> {
  return (await checkRoot(absolutePath)).ok && !(await isEmptyFolder(absolutePath).catch(() => true));
}
