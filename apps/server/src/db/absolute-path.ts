import { sep } from 'node:path';

/**
 * Where a file of a library is.
 * @param root absolute, as the library stores it
 * @param path relative to the root, `/` separated
 */
export function absolutePathOf(root: string, path: string): string {
  const inside = sep === '/' ? path : path.replaceAll('/', sep);
  return root.endsWith(sep) ? root + inside : root + sep + inside;
}
