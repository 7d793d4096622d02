import type { WatchFilter } from '../walk/watch-filter.ts';

/** A recursive watch of a folder. Disposing ends it. */
export interface FolderWatch extends AsyncDisposable {
  readonly method: 'native' | 'poll';
  /**
   * Why polling replaces the native watch, a sentence without full stop; `` when it does not, or polling was requested.
   */
  readonly message: string;
}

/** What to watch, and the callbacks. */
export interface WatchOptions {
  /** Absolute. */
  readonly root: string;
  readonly filter: WatchFilter;
  /** Called with a folder, relative to the root, whose content may have changed. */
  readonly onTouched: (folder: string) => void;
  /** Called once when the watch fails; the callee disposes it. */
  readonly onFailed: (error: Error) => void;
  /** Least milliseconds between two polls; a slow folder is polled less often. */
  readonly pollMs: number;
  readonly maxFolders?: number;
}

/** A native watch exceeds a limit of the system or our own. */
export class WatchLimitError extends Error {
  override readonly name = 'WatchLimitError';
}
