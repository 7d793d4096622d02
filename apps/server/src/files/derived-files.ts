import { readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { writeFileAtomically } from './atomic-write.ts';

/** Files that can be made again at any time, kept on disk up to a number of bytes; the longest unused go first. */
export interface DerivedFiles {
  /**
   * The bytes kept under a name, made when they are not there. All who ask for one name at the same time share one making.
   * @param name letters, digits, `-` and `.` only; its first two characters name the folder
   */
  readonly get: (name: string, make: () => Promise<Uint8Array>) => Promise<Buffer>;
  /** Resolves when nothing is being written. */
  readonly settled: () => Promise<void>;
}

interface Kept {
  /** Oldest use first: a Map keeps the order of insertion. */
  readonly sizes: Map<string, number>;
  total: number;
}

const NAME = /^[A-Za-z0-9][A-Za-z0-9.-]{2,200}$/;

async function listKept(folder: string): Promise<Kept> {
  const found: { readonly name: string; readonly size: number; readonly usedAt: number }[] = [];
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  for (const entry of entries) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    if (entry.name.endsWith('.tmp')) {
      // Left behind by a process that was killed while it wrote.
      await rm(path, { force: true });
      continue;
    }
    const stats = await stat(path).catch(() => undefined);
    if (stats !== undefined) found.push({ name: entry.name, size: stats.size, usedAt: stats.mtimeMs });
  }
  found.sort((one, other) => one.usedAt - other.usedAt);
  return {
    sizes: new Map(found.map(({ name, size }) => [name, size])),
    total: found.reduce((sum, { size }) => sum + size, 0),
  };
}

/**
 * A bounded cache on disk.
 * @param folder absolute; made when it is missing, and owned by this cache alone
 * @param maxBytes what all files together may take
 */
export function createDerivedFiles(folder: string, maxBytes: number): DerivedFiles {
  const making = new Map<string, Promise<Buffer>>();
  const writing = new Set<Promise<void>>();
  let listing: Promise<Kept> | undefined;

  const pathOf = (name: string): string => join(folder, name.slice(0, 2), name);

  const touch = (kept: Kept, name: string, size: number): void => {
    kept.total += size - (kept.sizes.get(name) ?? 0);
    kept.sizes.delete(name);
    kept.sizes.set(name, size);
  };

  const shrink = async (kept: Kept): Promise<void> => {
    for (const [name, size] of kept.sizes) {
      if (kept.total <= maxBytes) return;
      kept.sizes.delete(name);
      kept.total -= size;
      await rm(pathOf(name), { force: true });
    }
  };

  const keep = async (kept: Kept, name: string, bytes: Uint8Array): Promise<void> => {
    try {
      await writeFileAtomically(pathOf(name), bytes);
    } catch {
      // A full or read-only disk costs the next caller the work again, nothing else.
      return;
    }
    touch(kept, name, bytes.byteLength);
    await shrink(kept);
  };

  const find = async (name: string, make: () => Promise<Uint8Array>): Promise<Buffer> => {
    listing ??= listKept(folder);
    const kept = await listing;
    if (kept.sizes.has(name)) {
      const bytes = await readFile(pathOf(name)).catch(() => undefined);
      if (bytes !== undefined) {
        touch(kept, name, bytes.length);
        return bytes;
      }
    }
    const made = await make();
    const write = keep(kept, name, made).finally(() => writing.delete(write));
    writing.add(write);
    return Buffer.from(made.buffer, made.byteOffset, made.byteLength);
  };

  return {
    get: async (name, make) => {
      if (!NAME.test(name)) throw new Error(`"${name}" cannot name a derived file`);
      const running = making.get(name);
      if (running !== undefined) return running;
      const promise = find(name, make).finally(() => making.delete(name));
      making.set(name, promise);
      return promise;
    },
    settled: async () => {
      await Promise.allSettled(writing);
    },
  };
}
