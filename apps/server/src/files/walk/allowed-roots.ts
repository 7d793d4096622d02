import { realpath } from 'node:fs/promises';
import { isAbsolute, relative, sep } from 'node:path';

/** Compares paths as written, without following links. */
function isAtOrBelow(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way === '' || (way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way));
}

/**
 * Whether a folder is at or below an allowed root, both as written and with links resolved. A missing folder is judged
 * as written.
 * @param roots absolute; empty allows everything
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
