import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** One file of a cache on disk. */
export interface KeptFile {
  readonly size: number;
  /** Modification time: the last recorded use. */
  readonly notedAt: number;
  /** Whether its seal was verified since the process started. */
  readonly isWhole: boolean;
}

/** Content of a cache on disk. */
export interface Kept {
  /** Least recently used first: a Map keeps the order of insertion. */
  readonly files: Map<string, KeptFile>;
  total: number;
}

/** Marks a file as the most recently used. */
export function touch(kept: Kept, name: string, file: KeptFile): void {
  kept.total += file.size - (kept.files.get(name)?.size ?? 0);
  kept.files.delete(name);
  kept.files.set(name, file);
}

/** Removes the entry; the file stays on disk. */
export function drop(kept: Kept, name: string): void {
  kept.total -= kept.files.get(name)?.size ?? 0;
  kept.files.delete(name);
}

/**
 * Lists a folder, and deletes files that a killed process left half-written.
 * @param folder absolute; may be missing
 */
export async function listKept(folder: string): Promise<Kept> {
  const found: { readonly name: string; readonly size: number; readonly notedAt: number }[] = [];
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  for (const entry of entries) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    if (entry.name.endsWith('.tmp')) {
      await rm(path, { force: true });
      continue;
    }
    const stats = await stat(path).catch(() => undefined);
    if (stats !== undefined) found.push({ name: entry.name, size: stats.size, notedAt: stats.mtimeMs });
  }
  found.sort((one, other) => one.notedAt - other.notedAt);
  return {
    files: new Map(found.map(({ name, size, notedAt }) => [name, { size, notedAt, isWhole: false }])),
    total: found.reduce((sum, { size }) => sum + size, 0),
  };
}
