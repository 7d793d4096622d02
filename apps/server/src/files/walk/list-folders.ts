import { constants, type Dirent } from 'node:fs';
import { access, opendir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { readErrorCode } from '../opening/system-errors.ts';
import { isJunk } from './junk.ts';

/** A folder in a folder picker. */
export interface FoundFolder {
  readonly name: string;
  readonly absolutePath: string;
  /** False when the server may not list it. */
  readonly readable: boolean;
}

export type FolderProblem = 'missing' | 'not-a-folder' | 'unreadable';

/** Folders of the system in the root of a disk: no books are there, and a typed path still opens them. */
const SYSTEM = new Set(
  [
    'bin boot dev etc lib lib32 lib64 libx32 proc run sbin snap sys usr',
    'Applications Library System cores private',
    'PerfLogs,Program Files,Program Files (x86),ProgramData,Recovery,Windows',
  ].flatMap((names) => names.split(names.includes(',') ? ',' : ' ')),
);

/** Entries read of one folder at most, so that a huge folder does not block the picker. */
const MAX_ENTRIES = 20_000;
const MAX_FOLDERS = 5_000;
/** Time limit for a slow share. */
const MAX_MS = 5_000;

function findProblem(error: unknown): FolderProblem | undefined {
  switch (readErrorCode(error)) {
    case 'ENOENT':
    case 'ENAMETOOLONG':
    case 'ELOOP':
    case 'ERR_INVALID_ARG_VALUE':
      return 'missing';
    case 'ENOTDIR':
      return 'not-a-folder';
    case 'EACCES':
    case 'EPERM':
      return 'unreadable';
    default:
      return undefined;
  }
}

async function isFolder(absolutePath: string, entry: Dirent): Promise<boolean> {
  if (entry.isDirectory()) return true;
  if (!entry.isSymbolicLink()) return false;
  try {
    return (await stat(absolutePath)).isDirectory();
  } catch (error) {
    if (findProblem(error) !== undefined) return false;
    throw error;
  }
}

async function isReadable(absolutePath: string): Promise<boolean> {
  try {
    await access(absolutePath, constants.R_OK | constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/**
 * Lists subfolders, unsorted, without hidden ones and those of the system; links to folders count.
 * @returns the folders found within some seconds, or why there are none
 */
export async function listFolders(
  absolutePath: string,
  signal: AbortSignal,
): Promise<
  | { readonly ok: true; readonly folders: readonly FoundFolder[]; readonly isTruncated: boolean }
  | { readonly ok: false; readonly problem: FolderProblem }
> {
  const folders: FoundFolder[] = [];
  const isRoot = dirname(absolutePath) === absolutePath;
  const deadline = performance.now() + MAX_MS;
  let looked = 0;
  let isTruncated = false;
  try {
    // The iterator closes the folder.
    for await (const entry of await opendir(absolutePath)) {
      signal.throwIfAborted();
      looked += 1;
      isTruncated = looked > MAX_ENTRIES || folders.length >= MAX_FOLDERS || performance.now() > deadline;
      if (isTruncated) break;
      const inside = join(absolutePath, entry.name);
      if (isJunk(entry.name) || (isRoot && SYSTEM.has(entry.name)) || !(await isFolder(inside, entry))) continue;
      folders.push({ name: entry.name, absolutePath: inside, readable: await isReadable(inside) });
    }
  } catch (error) {
    const problem = findProblem(error);
    if (problem === undefined) throw error;
    return { ok: false, problem };
  }
  return { ok: true, folders, isTruncated };
}

/** How far books are counted. */
interface CountLimits {
  readonly isBook: (name: string) => boolean;
  readonly limit: number;
  /** Folders that are looked into. */
  readonly maxFolders: number;
  readonly signal: AbortSignal;
}

/** Names of the files and folders in a folder, without junk; none of an unreadable one. */
async function* listNames(folder: string): AsyncGenerator<{ readonly name: string; readonly isFolder: boolean }> {
  try {
    for await (const entry of await opendir(folder)) {
      if (!isJunk(entry.name)) yield { name: entry.name, isFolder: entry.isDirectory() };
    }
  } catch (error) {
    if (findProblem(error) === undefined) throw error;
  }
}

/**
 * Counts the book files in a folder and below it, up to `limit`; links are not followed, unreadable folders count nothing.
 * @returns what was counted so far when the signal stops it
 */
export async function countBookFiles(
  absolutePath: string,
  { isBook, limit, maxFolders, signal }: CountLimits,
): Promise<number> {
  const folders = [absolutePath];
  let count = 0;
  let looked = 0;
  for (const folder of folders) {
    for await (const { name, isFolder: goesDown } of listNames(folder)) {
      looked += 1;
      if (goesDown && folders.length < maxFolders) folders.push(join(folder, name));
      if (!goesDown && isBook(name)) count += 1;
      if (count >= limit || looked >= MAX_ENTRIES || signal.aborted) return count;
    }
  }
  return count;
}

/** Whether a folder exists and can be listed. */
export async function isListableFolder(absolutePath: string): Promise<boolean> {
  try {
    return (await stat(absolutePath)).isDirectory() && (await isReadable(absolutePath));
  } catch (error) {
    if (findProblem(error) === undefined) throw error;
    return false;
  }
}
