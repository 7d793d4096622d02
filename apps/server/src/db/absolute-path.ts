import { sep } from 'node:path';
import { type Beholder, seesPlaces } from './repos/visibility.ts';

/**
 * Where a file of a library is.
 * @param root absolute, as the library stores it
 * @param path relative to the root, `/` separated
 */
function absolutePathOf(root: string, path: string): string {
  const inside = sep === '/' ? path : path.replaceAll('/', sep);
  return root.endsWith(sep) ? root + inside : root + sep + inside;
}

/** A file as somebody is told of it: in its library, and on the machine to those who may know where that lies. */
export function shownPathOf(beholder: Beholder, root: string, path: string): string {
  return seesPlaces(beholder) ? absolutePathOf(root, path) : path;
}
