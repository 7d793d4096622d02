import { type FSWatcher, watch } from 'node:fs';
import { lstat, readdir, readFile } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { folderOf, nameOf, pathIn } from '../walk/watch-filter.ts';
import { type FolderWatch, WatchLimitError, type WatchOptions } from './folder-watch.ts';

/** How many folders the system watches for one user; undefined where there is no such limit. */
export async function findWatchLimit(): Promise<number | undefined> {
  try {
    const limit = Number(await readFile('/proc/sys/fs/inotify/max_user_watches', 'utf8'));
    return Number.isInteger(limit) && limit > 0 ? limit : undefined;
  } catch {
    return undefined;
  }
}

/**
 * The system keeps 16,384 events for a process that is busy (fs.inotify.max_queued_events) and drops the rest without a word
 * that reaches us. All that it kept come in one go: so many at once, some of them of folders that are not watched any more,
 * and there may have been others.
 */
const MANY_AT_ONCE = 4_096;

let count = 0;
const listeners = new Set<() => void>();

/** Counts an event; those that come before the process does anything else belong together. */
export function countEvent(): void {
  if (count === 0) {
    setImmediate(() => {
      count = 0;
    });
  }
  count += 1;
  if (count === MANY_AT_ONCE) for (const listen of listeners) listen();
}

/** Calls back when events may have been lost, of whatever folder: all share one line. */
export function onEventsLost(listen: () => void): Disposable {
  listeners.add(listen);
  return { [Symbol.dispose]: () => void listeners.delete(listen) };
}

/** Each costs some 3 KB of memory, and a kernel watch. */
const MAX_FOLDERS = 30_000;
const LOOK_THROUGH = 'it is looked through for changes again and again';

const LIMITS: Readonly<Record<string, string>> = {
  ENOSPC: 'The system watches no more folders (fs.inotify.max_user_watches is used up)',
  EMFILE: 'The system watches no more folders (fs.inotify.max_user_instances or the number of open files is used up)',
  ENFILE: 'The system has no more open files',
  ENOMEM: 'The system has no memory to watch more folders',
};

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

/** One watch for every folder: the only way that Linux has, and no folder that is left out costs one. */
class FolderByFolder {
  readonly #options: WatchOptions;
  readonly #bursts: Disposable;
  readonly #watchers = new Map<string, FSWatcher>();
  /** Links that lie in watched folders; what is behind them is not watched. */
  readonly #links = new Set<string>();
  /** Names that appeared or went, one look for each at a time. */
  readonly #appeared = new Set<string>();
  #looking: Promise<void> | undefined;
  #closed = false;

  constructor(options: WatchOptions) {
    this.#options = options;
    this.#bursts = onEventsLost(() => options.onTouched(''));
  }

  async open(): Promise<void> {
    try {
      await this.#add('');
      if (!this.#watchers.has('')) throw new Error(`"${this.#options.root}" cannot be watched`);
    } catch (error) {
      this.#closeAll();
      throw error;
    }
  }

  async close(): Promise<void> {
    this.#closeAll();
    await this.#looking;
  }

  #closeAll(): void {
    this.#closed = true;
    this.#bursts[Symbol.dispose]();
    for (const watcher of this.#watchers.values()) watcher.close();
    this.#watchers.clear();
  }

  #fail(error: unknown): void {
    if (this.#closed) return;
    this.#closeAll();
    this.#options.onFailed(error instanceof Error ? error : new Error(String(error)));
  }

  /** Watches a folder and all below it; each is watched before it is listed, so that nothing appears unseen. */
  async #add(start: string): Promise<void> {
    const waiting = [start];
    for (let folder = waiting.pop(); folder !== undefined && !this.#isClosed(); folder = waiting.pop()) {
      if (this.#watch(folder)) waiting.push(...(await this.#listFolders(folder)));
    }
  }

  /** Read through a method: it may have changed while something was awaited. */
  #isClosed(): boolean {
    return this.#closed;
  }

  /** @returns false for a folder that is gone or may not be read: it is as if it were not there */
  #watch(folder: string): boolean {
    this.#watchers.get(folder)?.close();
    this.#watchers.delete(folder);
    const limit = this.#options.maxFolders ?? MAX_FOLDERS;
    if (this.#watchers.size >= limit) {
      throw new WatchLimitError(`The library has more than ${String(limit)} folders: ${LOOK_THROUGH}`);
    }
    try {
      const watcher = watch(join(this.#options.root, folder), { persistent: false }, (kind, name) => {
        this.#hear(folder, kind, name);
      });
      watcher.on('error', (error) => {
        // A folder that was deleted while it was watched.
        if (folder === '' || codeOf(error) in LIMITS) this.#fail(error);
      });
      this.#watchers.set(folder, watcher);
      return true;
    } catch (error) {
      const reason = LIMITS[codeOf(error)];
      if (reason !== undefined) throw new WatchLimitError(`${reason}: ${LOOK_THROUGH}`);
      return false;
    }
  }

  async #listFolders(folder: string): Promise<string[]> {
    try {
      const entries = await readdir(join(this.#options.root, folder), { withFileTypes: true });
      for (const entry of entries) if (entry.isSymbolicLink()) this.#links.add(pathIn(folder, entry.name));
      return entries
        .filter((entry) => entry.isDirectory())
        .map(({ name }) => pathIn(folder, name))
        .filter((path) => this.#options.filter.isOpen(path));
    } catch {
      return [];
    }
  }

  #hear(folder: string, kind: string, name: string | null): void {
    if (this.#closed) return;
    countEvent();
    const { filter, onTouched } = this.#options;
    if (name === null) {
      onTouched(folder);
      return;
    }
    const path = pathIn(folder, name);
    if (!filter.isOpen(path)) return;
    if (filter.matters(path)) onTouched(folder);
    // A folder may have the name of a book.
    if (kind === 'rename') this.#lookAt(path);
  }

  #lookAt(path: string): void {
    this.#appeared.add(path);
    this.#looking ??= this.#lookAtAll()
      .catch((error: unknown) => this.#fail(error))
      .finally(() => {
        this.#looking = undefined;
      });
  }

  async #lookAtAll(): Promise<void> {
    for (const path of this.#appeared) {
      this.#appeared.delete(path);
      if (this.#isClosed()) return;
      await this.#lookAtOne(path);
    }
  }

  async #lookAtOne(path: string): Promise<void> {
    const stats = await lstat(join(this.#options.root, path)).catch(() => undefined);
    const isFolder = stats?.isDirectory() === true;
    const isLink = stats?.isSymbolicLink() === true;
    const wasLink = this.#links.delete(path);
    if (isLink) this.#links.add(path);
    if (isLink || wasLink) this.#options.onTouched(folderOf(path));
    const isKnown = this.#watchers.has(path);
    if (!isFolder && !isKnown) return;
    // Another folder may have taken its name: what was watched under it is let go in any case.
    if (isKnown) this.#forget(path);
    if (isFolder) await this.#add(path);
    // One that is gone is looked through too: its books are missing.
    this.#options.onTouched(path);
  }

  #forget(path: string): void {
    const below = `${path}/`;
    for (const [folder, watcher] of this.#watchers) {
      if (folder !== path && !folder.startsWith(below)) continue;
      watcher.close();
      this.#watchers.delete(folder);
    }
    for (const link of this.#links) if (link.startsWith(below)) this.#links.delete(link);
  }
}

async function watchFolderByFolder(options: WatchOptions): Promise<FolderWatch> {
  const folders = new FolderByFolder(options);
  await folders.open();
  return { method: 'native', message: '', [Symbol.asyncDispose]: async () => folders.close() };
}

/** One watch for all, which macOS and Windows have. */
function watchAtOnce({ root, filter, onTouched, onFailed }: WatchOptions): FolderWatch {
  const watcher = watch(root, { persistent: false, recursive: true }, (kind, name) => {
    const path = name?.split(sep).join('/') ?? '';
    const steps = path.split('/').map((_, index, all) => all.slice(0, index + 1).join('/'));
    if (path !== '' && !steps.every((step) => filter.isOpen(step))) return;
    // Folders come without a dot, mostly, and are told of when they appear or go.
    const mayBeFolder = kind === 'rename' && !nameOf(path).includes('.');
    if (path === '' || filter.matters(path) || mayBeFolder) onTouched(folderOf(path));
  });
  watcher.on('error', onFailed);
  return {
    method: 'native',
    message: '',
    [Symbol.asyncDispose]: async () => watcher.close(),
  };
}

/**
 * Has the system tell of changes. Links are not followed.
 * @throws {WatchLimitError} when that is too much for it
 * @throws {Error} when the folder cannot be read
 */
export async function watchNatively(options: WatchOptions): Promise<FolderWatch> {
  const isRecursive = process.platform === 'darwin' || process.platform === 'win32';
  return isRecursive ? watchAtOnce(options) : watchFolderByFolder(options);
}
