import { isAbsolute, join, relative, resolve, sep } from 'node:path';

/** An empty, `.` or `..` step, or a drive or separator of Windows. */
const UNUSUAL = /(^|\/)\.{0,2}(\/|$)|[\\:]/;

/**
 * Absolute path of a book.
 * @param path relative to the root, `/` separated
 * @throws {Error} when the path leads out of the root
 */
export function pathInRoot(root: string, path: string): string {
  // Fast path for every served page: a plain path cannot lead out.
  if (!UNUSUAL.test(path)) return root.endsWith('/') ? `${root}${path}` : `${root}/${path}`;
  const absolutePath = resolve(root, join(...path.split('/')));
  const back = relative(root, absolutePath);
  if (back === '' || back === '..' || back.startsWith(`..${sep}`) || isAbsolute(back)) {
    throw new Error(`"${path}" leads out of the library`);
  }
  return absolutePath;
}
