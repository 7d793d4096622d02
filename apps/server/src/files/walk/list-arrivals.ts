import { lstat, opendir } from 'node:fs/promises';
import { libraryReads } from '../opening/bounded-reads.ts';
import { type FileIdentity, toFileIdentity } from '../opening/file-identity.ts';
import { isAbsence } from '../opening/system-errors.ts';
import { isJunk } from './junk.ts';
import { pathInRoot } from './path-in-root.ts';
import { joinPath } from './relative-paths.ts';

/** A file below the import folder. */
export interface Arrival extends FileIdentity {
  /** Relative, `/` separated. */
  readonly path: string;
}

interface Arrivals {
  readonly files: readonly Arrival[];
  /** False when there are more files than are listed. */
  readonly isWhole: boolean;
}

/** More files are listed once these are gone. */
const MAX_FILES = 10_000;
const MAX_ENTRIES = 200_000;
const MAX_DEPTH = 16;

interface Listed {
  readonly folders: string[];
  readonly files: string[];
}

async function listFolder(root: string, folder: string, isWanted: (name: string) => boolean, most: number) {
  const found: Listed = { folders: [], files: [] };
  let count = 0;
  const entries = await opendir(folder === '' ? root : pathInRoot(root, folder));
  for await (const entry of entries) {
    count += 1;
    if (count > most) break;
    if (isJunk(entry.name)) continue;
    if (entry.isDirectory()) found.folders.push(entry.name);
    else if (entry.isFile() && isWanted(entry.name)) found.files.push(entry.name);
  }
  return { ...found, count };
}

async function findArrival(root: string, path: string): Promise<Arrival | undefined> {
  try {
    const stats = await libraryReads.run(root, async () => lstat(pathInRoot(root, path)));
    return stats.isFile() ? { path, ...toFileIdentity(stats) } : undefined;
  } catch (error) {
    if (isAbsence(error)) return undefined;
    throw error;
  }
}

/**
 * Lists files of a folder and all below it, in no order. Follows no link.
 * @param isWanted whether a file name is of interest
 * @throws {Error} with a system `code` when a folder cannot be read
 */
export async function listArrivals(
  root: string,
  isWanted: (name: string) => boolean,
  signal: AbortSignal,
): Promise<Arrivals> {
  const files: Arrival[] = [];
  const waiting = [{ folder: '', depth: 0 }];
  let entries = 0;
  let isWhole = true;
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    signal.throwIfAborted();
    const { folder, depth } = next;
    const found = await libraryReads.run(root, async () => listFolder(root, folder, isWanted, MAX_ENTRIES - entries));
    entries += found.count;
    for (const name of found.files) {
      if (files.length === MAX_FILES) break;
      const arrival = await findArrival(root, joinPath(folder, name));
      if (arrival !== undefined) files.push(arrival);
    }
    if (files.length === MAX_FILES || entries >= MAX_ENTRIES) return { files, isWhole: false };
    if (depth === MAX_DEPTH) isWhole &&= found.folders.length === 0;
    else waiting.push(...found.folders.map((name) => ({ folder: joinPath(folder, name), depth: depth + 1 })));
  }
  return { files, isWhole };
}
