import { type FSWatcher, watch } from 'node:fs';
import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { getFolder, joinPath } from '../walk/relative-paths.ts';
import { readErrorCode } from '../opening/system-errors.ts';
import { countEvent, onEventsLost } from './lost-events.ts';
import { type FolderWatch, WatchLimitError, type WatchOptions } from './folder-watch.ts';
import { mark, say } from '#words/say.ts';

/** Each costs 3 KB of memory and a kernel watch. */
const MAX_FOLDERS = 30_000;

const LIMITS: Readonly<Record<string, string>> = {
  ENOSPC: mark(
    'The system watches no more folders (fs.inotify.max_user_watches is used up), so Lectern checks the library for changes at intervals',
  ),
  EMFILE: mark(
    'The system watches no more folders (fs.inotify.max_user_instances or the number of open files is used up), so Lectern checks the library for changes at intervals',
  ),
  ENFILE: mark('The system has no more open files, so Lectern checks the library for changes at intervals'),
  ENOMEM: mark(
    'The system has no memory to watch more folders, so Lectern checks the library for changes at intervals',
  ),
};

/** One watch for each folder, as Linux requires; excluded folders cost none. */
class FolderByFolder {
  readonly #options: WatchOptions;
  readonly #bursts: Disposable;
  readonly #watchers = new Map<string, FSWatcher>();
  /** Links in watched folders; their targets are not watched. */
  readonly #links = new Set<string>();
  /** Names that appeared or vanished, checked one at a time. */
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

  /** Watches a folder recursively. Each is watched before it is listed, so that no new entry is missed. */
  async #add(start: string): Promise<void> {
    const waiting = [start];
    for (let folder = waiting.pop(); folder !== undefined && !this.#isClosed(); folder = waiting.pop()) {
      if (this.#watch(folder)) waiting.push(...(await this.#listFolders(folder)));
    }
  }

  /** A method, because TypeScript would take the field as unchanged across an await. */
  #isClosed(): boolean {
    return this.#closed;
  }

  /** @returns false for a missing or unreadable folder */
  #watch(folder: string): boolean {
    this.#watchers.get(folder)?.close();
    this.#watchers.delete(folder);
    const limit = this.#options.maxFolders ?? MAX_FOLDERS;
    if (this.#watchers.size >= limit) {
      throw new WatchLimitError(
        say('The library has more than {limit} folders, so Lectern checks it for changes at intervals', { limit }),
      );
    }
    try {
      const watcher = watch(join(this.#options.root, folder), { persistent: false }, (kind, name) => {
        this.#handleEvent(folder, kind, name);
      });
      watcher.on('error', (error) => {
        // A watched folder was deleted.
        if (folder === '' || (readErrorCode(error) ?? '') in LIMITS) this.#fail(error);
      });
      this.#watchers.set(folder, watcher);
      return true;
    } catch (error) {
      const reason = LIMITS[readErrorCode(error) ?? ''];
      if (reason !== undefined) throw new WatchLimitError(say(reason));
      return false;
    }
  }

  async #listFolders(folder: string): Promise<string[]> {
    try {
      const entries = await readdir(join(this.#options.root, folder), { withFileTypes: true });
      for (const entry of entries) if (entry.isSymbolicLink()) this.#links.add(joinPath(folder, entry.name));
      return entries
        .filter((entry) => entry.isDirectory())
        .map(({ name }) => joinPath(folder, name))
        .filter((path) => this.#options.filter.isOpen(path));
    } catch {
      return [];
    }
  }

  #handleEvent(folder: string, kind: string, name: string | null): void {
    if (this.#closed) return;
    countEvent();
    const { filter, onTouched } = this.#options;
    if (name === null) {
      onTouched(folder);
      return;
    }
    const path = joinPath(folder, name);
    if (!filter.isOpen(path)) return;
    if (filter.matters(path)) onTouched(folder);
    // A folder may have the name of a book.
    if (kind === 'rename') this.#queueCheck(path);
  }

  #queueCheck(path: string): void {
    this.#appeared.add(path);
    this.#looking ??= this.#checkAll()
      .catch((error: unknown) => this.#fail(error))
      .finally(() => {
        this.#looking = undefined;
      });
  }

  async #checkAll(): Promise<void> {
    for (const path of this.#appeared) {
      this.#appeared.delete(path);
      if (this.#isClosed()) return;
      await this.#checkOne(path);
    }
  }

  async #checkOne(path: string): Promise<void> {
    const stats = await lstat(join(this.#options.root, path)).catch(() => undefined);
    const isFolder = stats?.isDirectory() === true;
    const isLink = stats?.isSymbolicLink() === true;
    const wasLink = this.#links.delete(path);
    if (isLink) this.#links.add(path);
    if (isLink || wasLink) this.#options.onTouched(getFolder(path));
    const isKnown = this.#watchers.has(path);
    if (!isFolder && !isKnown) return;
    // Another folder may have taken the name: drop its old watches in any case.
    if (isKnown) this.#forget(path);
    if (isFolder) await this.#add(path);
    // A deleted folder is reported too: its books are missing.
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

/**
 * Watches every folder on its own. Links are not followed.
 * @throws {WatchLimitError} when the system or our own limit allows no more folders
 * @throws {Error} when the folder cannot be read
 */
export async function watchFolderByFolder(options: WatchOptions): Promise<FolderWatch> {
  const folders = new FolderByFolder(options);
  await folders.open();
  return { method: 'native', message: '', [Symbol.asyncDispose]: async () => folders.close() };
}
