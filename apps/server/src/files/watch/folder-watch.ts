import type { WatchFilter } from '../walk/watch-filter.ts';

/** A folder that is being watched, with all below it. Disposing ends that. */
export interface FolderWatch extends AsyncDisposable {
  readonly method: 'native' | 'poll';
  /** Why it is not watched natively, a sentence without full stop; `` when it is, or was not to be. */
  readonly message: string;
}

/** What is watched, and who is told. */
export interface WatchOptions {
  /** Absolute. */
  readonly root: string;
  readonly filter: WatchFilter;
  /** Called with a folder, relative to the root, in which something may have changed. */
  readonly onTouched: (folder: string) => void;
  /** Called once when the watch fails; the callee disposes it. */
  readonly onFailed: (error: Error) => void;
  /** Wait between two looks of a poll, at least; a slow folder is looked at less often. */
  readonly pollMs: number;
  /** Folders that are watched natively at most. */
  readonly maxFolders?: number;
}

/** Too much for the system, or for us, to be watched natively. */
export class WatchLimitError extends Error {
  override readonly name = 'WatchLimitError';
}
