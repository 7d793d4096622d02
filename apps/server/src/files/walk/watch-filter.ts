import { excludedBy } from './exclude-patterns.ts';
import { isJunk, mayBeSidecar } from './sidecars.ts';

/** Which entries of a library are looked at. Paths are relative to the root, `/` separated. */
export interface WatchFilter {
  /** Whether an entry, and all below it, is looked at. */
  readonly isOpen: (path: string) => boolean;
  /** Whether a file of this name may be a book, or says something of books. */
  readonly matters: (path: string) => boolean;
}

/** Last part of a path. */
export function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** Path without its last part; `` is the root. */
export function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}

/** Path of an entry of a folder. */
export function pathIn(folder: string, name: string): string {
  return folder === '' ? name : `${folder}/${name}`;
}

/**
 * What the walk of a scan would look at.
 * @param extensions lower-case, without dot
 * @param excludedPatterns one glob a line, null for none
 */
export function createWatchFilter(extensions: readonly string[], excludedPatterns: string | null): WatchFilter {
  const isExcluded = excludedBy(excludedPatterns);
  const known = new Set(extensions);
  return {
    isOpen: (path) => !isJunk(nameOf(path)) && !isExcluded(nameOf(path), path),
    matters: (path) => {
      const name = nameOf(path);
      const dot = name.lastIndexOf('.');
      return (dot > 0 && known.has(name.slice(dot + 1).toLowerCase())) || mayBeSidecar(name);
    },
  };
}
