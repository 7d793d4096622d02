import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** One file of a cache. */
export interface KeptFile {
  /** On disk. */
  readonly size: number;
  /** Modification time of the file: when it was last noted that someone used it. */
  readonly notedAt: number;
  /** Whether its bytes have been read and found whole since the process started. */
  readonly isWhole: boolean;
}

/** What a cache holds. */
export interface Kept {
  /** Oldest use first: a Map keeps the order of insertion. */
  readonly files: Map<string, KeptFile>;
  total: number;
}

/** Puts a file last in the line of those to be removed. */
export function touch(kept: Kept, name: string, file: KeptFile): void {
  kept.total += file.size - (kept.files.get(name)?.size ?? 0);
  kept.files.delete(name);
  kept.files.set(name, file);
}

/** Forgets a file; it stays on disk. */
export function drop(kept: Kept, name: string): void {
  kept.total -= kept.files.get(name)?.size ?? 0;
  kept.files.delete(name);
}

/**
 * Lists what a folder holds, and deletes what a process that was killed left half-written.
 * @param folder absolute; it need not be there
 */
export async function listKept(folder: string): Promise<Kept> {
  const found: { readonly name: string; readonly size: number; readonly notedAt: number }[] = [];
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
    if (stats !== undefined) found.push({ name: entry.name, size: stats.size, notedAt: stats.mtimeMs });
  }
  found.sort((one, other) => one.notedAt - other.notedAt);
  return {
    files: new Map(found.map(({ name, size, notedAt }) => [name, { size, notedAt, isWhole: false }])),
    total: found.reduce((sum, { size }) => sum + size, 0),
  };
}
