import { mkdirSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { syncFolder, syncFolderNow } from './sync-folder.ts';

const PRIVATE = 0o700;
const NEW_FOLDER = { recursive: true, mode: PRIVATE } as const;

/** The folders that hold the name of a new folder, from the innermost to the parent of the first that was made. */
function listParents(absolutePath: string, firstMade: string | undefined): string[] {
  const parents: string[] = [];
  if (firstMade === undefined) return parents;
  const outermost = dirname(firstMade);
  for (let folder = absolutePath; folder !== outermost && folder !== dirname(folder); ) {
    folder = dirname(folder);
    parents.push(folder);
  }
  return parents;
}

/**
 * Creates a folder and its parents, accessible to the owner only, and flushes their names to the disk. An existing folder
 * keeps its mode.
 * @param mode permission bits of new folders
 */
export async function createFolder(absolutePath: string, mode = PRIVATE): Promise<void> {
  const made = await mkdir(absolutePath, { recursive: true, mode });
  for (const parent of listParents(absolutePath, made)) await syncFolder(parent);
}

/** `createFolder` for worker threads. */
export function createFolderNow(absolutePath: string): void {
  const made = mkdirSync(absolutePath, NEW_FOLDER);
  for (const parent of listParents(absolutePath, made)) syncFolderNow(parent);
}
