import { compileExcludePatterns } from './exclude-patterns.ts';
import { getName } from './relative-paths.ts';
import { mayBeSidecar } from './sidecars.ts';
import { isJunk } from './junk.ts';

/** Which entries of a library are watched. Paths are relative to the root, `/` separated. */
export interface WatchFilter {
  /** Whether an entry and everything below it is watched. */
  readonly isOpen: (path: string) => boolean;
  /** Whether the name may be a book or a sidecar. */
  readonly matters: (path: string) => boolean;
}

/**
 * Creates a filter equal to the walk of a scan.
 * @param extensions lower-case, without dot
 * @param excludedPatterns one glob a line, null for none
 */
export function createWatchFilter(extensions: readonly string[], excludedPatterns: string | null): WatchFilter {
  const isExcluded = compileExcludePatterns(excludedPatterns);
  const known = new Set(extensions);
  return {
    isOpen: (path) => !isJunk(getName(path)) && !isExcluded(getName(path), path),
    matters: (path) => {
      const name = getName(path);
      const dot = name.lastIndexOf('.');
      return (dot > 0 && known.has(name.slice(dot + 1).toLowerCase())) || mayBeSidecar(name);
    },
  };
}
