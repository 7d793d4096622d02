import { access, constants, opendir, realpath, stat } from 'node:fs/promises';
import { isAbsolute, join, relative, resolve, sep } from 'node:path';
import { libraryReads } from '../opening/bounded-reads.ts';

/** Whether a path is a folder or lies below it, as written: links are not followed. */
function isAtOrBelow(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way === '' || (way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way));
}

/**
 * Whether a folder lies at or below one of the roots, both as written and where its links lead. What is not there is judged as it
 * is written.
 * @param roots absolute; without any, everything is allowed
 * @param absolutePath without `.` and `..`
 */
export async function isAllowed(roots: readonly string[], absolutePath: string): Promise<boolean> {
  if (roots.length === 0) return true;
  if (!roots.some((root) => isAtOrBelow(root, absolutePath))) return false;
  const real = await realpath(absolutePath).catch(() => undefined);
  if (real === undefined) return true;
  const realRoots = await Promise.all(roots.map(async (root) => realpath(root).catch(() => root)));
  return realRoots.some((root) => isAtOrBelow(root, real));
}

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
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    return code === 'ENOENT' || code === 'ENOTDIR'
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

/** A path with an empty, `.` or `..` step, or with what Windows takes for a drive or a separator. */
const UNUSUAL = /(^|\/)\.{0,2}(\/|$)|[\\:]/;

/**
 * The absolute path of a book.
 * @param path relative to the root, `/` separated
 * @throws {Error} when it would lead out of the root
 */
export function pathInRoot(root: string, path: string): string {
  // Every page that is served asks: what cannot lead out is not looked at further.
  if (!UNUSUAL.test(path)) return root.endsWith('/') ? `${root}${path}` : `${root}/${path}`;
  const absolutePath = resolve(root, join(...path.split('/')));
  const back = relative(root, absolutePath);
  if (back === '' || back === '..' || back.startsWith(`..${sep}`) || isAbsolute(back)) {
    throw new Error(`"${path}" leads out of the library`);
  }
  return absolutePath;
}
