import { constants } from 'node:fs';
import { type FileHandle, open, readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { readErrorCode } from '../opening/system-errors.ts';
import { createFolder } from './create-folder.ts';
import { syncFolder } from './sync-folder.ts';

/** What the server keeps in its data folder. */
const FOLDERS = ['covers', 'cache', 'exports', 'unpacked', 'backups', 'tls'];
const DATABASE = 'lectern.db';
/** The lock file is left out: a process that closes a file releases all its locks on it (POSIX). */
const FILES = [DATABASE, `${DATABASE}-wal`, `${DATABASE}-shm`, `${DATABASE}-journal`, 'jwt-secret'];
const OTHERS = 0o077;
const CAREFUL = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

/** Result of tightening the data folder. */
export interface PrivateFolder {
  /** What others may still read, and why. */
  readonly problems: readonly string[];
  /**
   * Removes the permissions of others from every file in folders that were open to them.
   * @returns what could not be changed, in words
   */
  readonly tightenInside: (signal: AbortSignal) => Promise<readonly string[]>;
}

function refused(path: string, reason: string): string {
  return `${path} can be read by others, and that cannot be changed (${reason})`;
}

/** Some file systems accept a mode and keep another. */
async function takeAway(handle: FileHandle, path: string, mode: number): Promise<string | undefined> {
  await handle.chmod(mode & 0o7777 & ~OTHERS);
  const { mode: now } = await handle.stat();
  return (now & OTHERS) === 0 ? undefined : refused(path, 'its file system has no modes');
}

interface Tightened {
  readonly wasOpen: boolean;
  readonly problem?: string | undefined;
}

/**
 * Removes the permissions of others, if we own the path; links are left alone.
 * @param mayChange asked only when others have permissions
 */
async function tighten(path: string, mayChange: () => Promise<string | undefined>): Promise<Tightened> {
  try {
    await using handle = await open(path, CAREFUL);
    const stats = await handle.stat();
    if (!(stats.isFile() || stats.isDirectory()) || (stats.mode & OTHERS) === 0) return { wasOpen: false };
    const isOurs = stats.uid === process.geteuid?.();
    if (!isOurs) return { wasOpen: true, problem: refused(path, 'another user owns it') };
    const hindrance = await mayChange();
    if (hindrance !== undefined) return { wasOpen: true, problem: hindrance };
    return { wasOpen: true, problem: await takeAway(handle, path, stats.mode) };
  } catch (error) {
    const code = readErrorCode(error) ?? String(error);
    // Missing, or a link that an admin created on purpose.
    if (code === 'ENOENT' || code === 'ELOOP' || code === 'EMLINK') return { wasOpen: false };
    return { wasOpen: true, problem: refused(path, code) };
  }
}

const always = async (): Promise<undefined> => undefined;

/**
 * A folder that contains foreign folders keeps its mode, because others may need it. Our own folders in it are closed
 * anyway.
 */
async function findStrangers(dataDir: string): Promise<string | undefined> {
  const entries = await readdir(dataDir, { withFileTypes: true });
  const stranger = entries.find((entry) => entry.isDirectory() && !FOLDERS.includes(entry.name));
  if (stranger === undefined) return undefined;
  return `${dataDir} can be read by others, and stays so for "${stranger.name}" in it, which is not of this server`;
}

async function tightenAll(folders: readonly string[], signal: AbortSignal): Promise<readonly string[]> {
  const problems: string[] = [];
  const waiting = [...folders];
  for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
    for (const entry of await readdir(folder, { withFileTypes: true }).catch(() => [])) {
      if (signal.aborted) return problems;
      const path = join(folder, entry.name);
      if (entry.isDirectory()) waiting.push(path);
      else if (!entry.isFile()) continue;
      const { problem } = await tighten(path, always);
      if (problem !== undefined && problems.length === 0) problems.push(problem);
    }
  }
  return problems;
}

/**
 * Creates an empty file that only its owner may read, unless it exists. SQLite would create the database readable for
 * others, and gives its side files the mode of this file.
 * @param path absolute
 */
export async function createPrivateFile(path: string): Promise<void> {
  try {
    const file = await open(path, 'wx', 0o600);
    await file.close();
    await syncFolder(dirname(path));
  } catch (error) {
    // The caller that opens the file reports the failure.
    if (!['EEXIST', 'EACCES', 'EPERM', 'EROFS'].includes(readErrorCode(error) ?? String(error))) throw error;
  }
}

/**
 * Creates the data folder and removes the permissions of others from it and our files in it. A mode that cannot be
 * changed is a problem, not an error: a network share may have no modes.
 * @param hasDatabase whether the database is a file in it
 */
export async function openPrivateFolder(dataDir: string, hasDatabase: boolean): Promise<PrivateFolder> {
  await createFolder(dataDir);
  if (hasDatabase) await createPrivateFile(join(dataDir, DATABASE));
  // On Windows files inherit the permissions of the folder.
  if (process.platform === 'win32') return { problems: [], tightenInside: async () => [] };
  const root = await tighten(dataDir, async () => findStrangers(dataDir));
  const files = await Promise.all(FILES.map(async (name) => tighten(join(dataDir, name), always)));
  const paths = FOLDERS.map((name) => join(dataDir, name));
  const folders = await Promise.all(paths.map(async (path) => tighten(path, always)));
  const problems = [root, ...files, ...folders].flatMap(({ problem }) => (problem === undefined ? [] : [problem]));
  const opened = paths.filter((_, index) => folders[index]?.wasOpen === true);
  return { problems, tightenInside: async (signal) => tightenAll(opened, signal) };
}
