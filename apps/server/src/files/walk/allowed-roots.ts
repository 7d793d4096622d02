import { realpath } from 'node:fs/promises';
import { isAbsolute, relative, sep } from 'node:path';

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
