import { isAbsolute, join, relative, resolve, sep } from 'node:path';

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
