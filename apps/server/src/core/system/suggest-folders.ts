import { homedir } from 'node:os';
import { basename, join } from 'node:path';
import { isAllowed } from '#files/walk/allowed-roots.ts';
import { countBookFiles, isListableFolder, listFolders } from '#files/walk/list-folders.ts';
import { countedEntry, type FolderEntry, isBookName } from './folder-entry.ts';

const HOME_FOLDERS = ['Comics', 'comics', 'Manga', 'manga', 'Books', 'books', 'eBooks', 'Documents', 'Downloads'];
const ROOT_FOLDERS = ['/books', '/comics', '/manga', '/library', '/libraries', '/data', '/srv'];
/** Places where drives are mounted: the folders inside them are candidates. */
const MOUNT_FOLDERS = ['/media', '/mnt', '/Volumes'];

const MAX_SUGGESTIONS = 8;
const MAX_DEPTH = 3;
/** Folders looked into for one candidate. */
const MAX_FOLDERS = 60;
/** A mount that does not answer must not hold up the picker. */
const TIME_LIMIT_MS = 1_500;

/** Whether books are somewhere below a folder, as far as a short look goes. */
async function holdsBooks(root: string, signal: AbortSignal): Promise<boolean> {
  let level = [root];
  let looked = 0;
  for (let depth = 0; depth < MAX_DEPTH; depth += 1) {
    const next: string[] = [];
    for (const folder of level) {
      looked += 1;
      if (looked > MAX_FOLDERS) return false;
      if ((await countBookFiles(folder, { isBook: isBookName, limit: 1, signal })) > 0) return true;
      const inside = await listFolders(folder, signal);
      if (inside.ok) next.push(...inside.folders.map((found) => found.absolutePath));
    }
    level = next;
  }
  return false;
}

async function candidates(roots: readonly string[], signal: AbortSignal): Promise<string[]> {
  const home = homedir();
  const paths = [...roots, ...ROOT_FOLDERS, ...HOME_FOLDERS.map((name) => join(home, name))];
  for (const mount of MOUNT_FOLDERS) {
    const inside = await listFolders(mount, signal);
    if (inside.ok) paths.push(...inside.folders.map((found) => found.absolutePath));
  }
  return paths;
}

async function collect(roots: readonly string[], found: FolderEntry[], signal: AbortSignal): Promise<void> {
  // One after the other: on a mount that hangs, one waiting call is enough.
  for (const path of new Set(await candidates(roots, signal))) {
    if (found.length >= MAX_SUGGESTIONS) return;
    if (!(await isAllowed(roots, path)) || !(await isListableFolder(path)) || !(await holdsBooks(path, signal)))
      continue;
    found.push(await countedEntry({ name: basename(path), absolutePath: path, readable: true }, signal));
  }
}

/**
 * Likely folders that hold books; those found when the time is over.
 * @param roots nothing outside of them is looked at, when there are any
 */
export async function suggestFolders(roots: readonly string[], signal: AbortSignal): Promise<FolderEntry[]> {
  const late = AbortSignal.timeout(TIME_LIMIT_MS);
  const found: FolderEntry[] = [];
  const over = new Promise<void>((resolve) => {
    late.addEventListener('abort', () => resolve(), { once: true });
  });
  const collecting = collect(roots, found, AbortSignal.any([signal, late])).catch((error: unknown) => {
    if (!late.aborted) throw error;
  });
  await Promise.race([collecting, over]);
  return [...found];
}
