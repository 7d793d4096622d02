import { randomUUID } from 'node:crypto';
import { open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { createFolder } from './create-folder.ts';
import { syncFolder } from './sync-folder.ts';

/** A file being written, invisible until finished. Disposing an unfinished one deletes it. */
export interface ExportWriter extends AsyncDisposable {
  readonly bytes: () => number;
  /** Appends a text and waits for the write, so that no more than this is in memory. */
  readonly write: (text: string) => Promise<void>;
  /** Waits until all is on the disk, and gives the file its name. */
  readonly finish: () => Promise<void>;
}

/** Files of finished exports. */
export interface ExportFiles {
  readonly create: (name: string) => Promise<ExportWriter>;
  /** Absolute. */
  readonly getPath: (name: string) => string;
  readonly has: (name: string) => Promise<boolean>;
  /** Deletes the file and the leftovers of killed runs. */
  readonly remove: (name: string) => Promise<void>;
  /**
   * Deletes unused files that were last written before a time.
   * @param before epoch milliseconds
   * @returns how many
   */
  readonly sweep: (isUsed: (name: string) => boolean, before: number) => Promise<number>;
}

const TEMPORARY = '.tmp';

class Files implements ExportFiles {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  getPath(name: string): string {
    return join(this.#folder, name);
  }

  async has(name: string): Promise<boolean> {
    const stats = await stat(this.getPath(name)).catch(() => undefined);
    return stats?.isFile() === true;
  }

  async create(name: string): Promise<ExportWriter> {
    await createFolder(this.#folder);
    await this.remove(name);
    const temporary = `${this.getPath(name)}.${randomUUID()}${TEMPORARY}`;
    const handle = await open(temporary, 'wx', 0o600);
    let bytes = 0;
    let isOpen = true;
    const close = async (): Promise<void> => {
      if (!isOpen) return;
      isOpen = false;
      await handle.close();
    };
    return {
      bytes: () => bytes,
      write: async (text) => {
        const buffer = Buffer.from(text);
        await handle.writeFile(buffer);
        bytes += buffer.length;
      },
      finish: async () => {
        await handle.datasync();
        await close();
        await rename(temporary, this.getPath(name));
        await syncFolder(this.#folder);
      },
      [Symbol.asyncDispose]: async () => {
        await close();
        await rm(temporary, { force: true });
      },
    };
  }

  async remove(name: string): Promise<void> {
    await rm(this.getPath(name), { force: true });
    const names = await readdir(this.#folder).catch(() => []);
    const left = names.filter((other) => other.startsWith(`${name}.`) && other.endsWith(TEMPORARY));
    for (const other of left) await rm(join(this.#folder, other), { force: true });
  }

  async sweep(isUsed: (name: string) => boolean, before: number): Promise<number> {
    let count = 0;
    for (const name of await readdir(this.#folder).catch(() => [])) {
      const path = join(this.#folder, name);
      const stats = await stat(path).catch(() => undefined);
      if (stats?.isFile() !== true || stats.mtimeMs >= before || isUsed(name)) continue;
      await rm(path, { force: true });
      count += 1;
    }
    return count;
  }
}

/**
 * Opens the folder of exports.
 * @param folder absolute; created with the first file
 */
export function createExportFiles(folder: string): ExportFiles {
  return new Files(folder);
}
