import { hash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { readErrorCode } from '../opening/system-errors.ts';
import type { FolderWatch, WatchOptions } from './folder-watch.ts';
import { getFolder, joinPath } from '../walk/relative-paths.ts';

/** Polling takes one tenth of the time at most, so that a slow disk is polled less often. */
const IDLE_TO_BUSY = 9;

/** Compares the names in the folders; reads no file. */
class Polling {
  readonly #options: WatchOptions;
  /** A hash of each folder's content. */
  #known = new Map<string, string>();
  #timer: NodeJS.Timeout | undefined;
  #looking: Promise<void> | undefined;
  #closed = false;

  constructor(options: WatchOptions) {
    this.#options = options;
  }

  async open(): Promise<void> {
    const startedAt = performance.now();
    await readdir(this.#options.root);
    await this.#poll(() => undefined);
    this.#schedule(performance.now() - startedAt);
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#timer);
    await this.#looking;
  }

  #schedule(busyMs: number): void {
    if (this.#closed) return;
    const wait = Math.max(this.#options.pollMs, busyMs * IDLE_TO_BUSY);
    this.#timer = setTimeout(() => {
      const startedAt = performance.now();
      this.#looking = this.#poll(this.#options.onTouched).finally(() => {
        this.#looking = undefined;
        this.#schedule(performance.now() - startedAt);
      });
    }, wait).unref();
  }

  async #poll(onTouched: (folder: string) => void): Promise<void> {
    const found = new Map<string, string>();
    const waiting = [''];
    for (let folder = waiting.pop(); folder !== undefined && !this.#closed; folder = waiting.pop()) {
      const before = this.#known.get(folder);
      const listed = await this.#list(folder);
      if (listed === undefined) {
        // An unreadable folder is unknown, not gone: it is compared when it is readable again.
        this.#keep(found, folder);
        continue;
      }
      found.set(folder, listed.content);
      waiting.push(...listed.folders);
      if (before !== listed.content) onTouched(folder);
    }
    if (this.#closed) return;
    // Only the topmost removed folder is reported.
    for (const folder of this.#known.keys()) {
      if (!found.has(folder) && found.has(getFolder(folder))) onTouched(folder);
    }
    this.#known = found;
  }

  #keep(found: Map<string, string>, start: string): void {
    const below = start === '' ? '' : `${start}/`;
    for (const [folder, content] of this.#known) {
      if (folder === start || folder.startsWith(below)) found.set(folder, content);
    }
  }

  async #list(folder: string): Promise<{ readonly content: string; readonly folders: string[] } | undefined> {
    const { root, filter } = this.#options;
    try {
      const entries = await readdir(join(root, folder), { withFileTypes: true });
      const names: string[] = [];
      const folders: string[] = [];
      for (const entry of entries) {
        const path = joinPath(folder, entry.name);
        if (!filter.isOpen(path)) continue;
        if (entry.isDirectory()) folders.push(path);
        // Only a scan follows links.
        else if (filter.matters(path) || entry.isSymbolicLink()) names.push(entry.name);
      }
      return { content: hash('sha1', names.sort().join('\0'), 'base64'), folders };
    } catch (error) {
      // Gone since its parent was listed; the parent's next listing shows it.
      if (folder !== '' && readErrorCode(error) === 'ENOENT') return { content: '', folders: [] };
      return undefined;
    }
  }
}

/**
 * Polls a folder. A file rewritten under the same name is not noticed.
 * @param message why it is not watched natively
 * @throws {Error} when the folder cannot be read
 */
export async function watchByPolling(options: WatchOptions, message: string): Promise<FolderWatch> {
  const polling = new Polling(options);
  await polling.open();
  return { method: 'poll', message, [Symbol.asyncDispose]: async () => polling.close() };
}
