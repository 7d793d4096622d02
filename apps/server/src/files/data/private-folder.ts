import { constants } from 'node:fs';
import { type FileHandle, open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { readErrorCode } from '../opening/system-errors.ts';
import { createFolder } from './atomic-write.ts';

/** What the server keeps in its data folder. */
const FOLDERS = ['covers', 'cache', 'exports', 'unpacked'];
const DATABASE = 'lectern.db';
/** Not the lock of the server: a process that closes a file gives back all locks that it has on it (POSIX). */
const FILES = [DATABASE, `${DATABASE}-wal`, `${DATABASE}-shm`, `${DATABASE}-journal`, 'jwt-secret'];
/** Rights of others than the owner. */
const OTHERS = 0o077;
const CAREFUL = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

/** What was done to the modes of a data folder. */
export interface PrivateFolder {
  /** In words: what others may still read, and why. */
  readonly problems: readonly string[];
  /**
   * Takes the rights of others away in folders that were open to them, down to every file: many files take a while.
   * @returns in words, what could not be changed
   */
  readonly tightenInside: (signal: AbortSignal) => Promise<readonly string[]>;
}

function refused(path: string, reason: string): string {
  return `${path} can be read by others, and that cannot be changed (${reason})`;
}

/** Some file systems take a mode and keep another. */
async function takeAway(handle: FileHandle, path: string, mode: number): Promise<string | undefined> {
  await handle.chmod(mode & 0o7777 & ~OTHERS);
  const { mode: now } = await handle.stat();
  return (now & OTHERS) === 0 ? undefined : refused(path, 'its file system has no modes');
}

/** What became of one file or folder. */
interface Tightened {
  readonly wasOpen: boolean;
  readonly problem?: string | undefined;
}

/**
 * Takes the rights of others away from what a path names, if it is ours; links are left alone.
 * @param mayChange asked only when others have rights
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
    // Not there, or a link that a user put there on purpose.
    if (code === 'ENOENT' || code === 'ELOOP' || code === 'EMLINK') return { wasOpen: false };
    return { wasOpen: true, problem: refused(path, code) };
  }
}

const always = async (): Promise<undefined> => undefined;

/** A folder with folders of others keeps its mode: they may be meant for others. What is ours in it is closed all the same. */
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
 * Makes an empty file that nobody else may read, unless it is there. For a database file: SQLite would give others rights, and
 * gives the files beside it those of this one.
 * @param path absolute
 */
export async function createPrivateFile(path: string): Promise<void> {
  try {
    const file = await open(path, 'wx', 0o600);
    await file.close();
  } catch (error) {
    // The caller that opens the file reports the failure.
    if (!['EEXIST', 'EACCES', 'EPERM', 'EROFS'].includes(readErrorCode(error) ?? String(error))) throw error;
  }
}

/**
 * Makes the data folder, and takes the rights of others away from it and from what the server keeps in it. What cannot be changed
 * is a problem in words and no error: a share of another system may have no modes.
 * @param hasDatabase whether the database is a file in it
 */
export async function openPrivateFolder(dataDir: string, hasDatabase: boolean): Promise<PrivateFolder> {
  await createFolder(dataDir);
  if (hasDatabase) await createPrivateFile(join(dataDir, DATABASE));
  // Windows has other rights: those of the folder around it.
  if (process.platform === 'win32') return { problems: [], tightenInside: async () => [] };
  const root = await tighten(dataDir, async () => findStrangers(dataDir));
  const files = await Promise.all(FILES.map(async (name) => tighten(join(dataDir, name), always)));
  const paths = FOLDERS.map((name) => join(dataDir, name));
  const folders = await Promise.all(paths.map(async (path) => tighten(path, always)));
  const problems = [root, ...files, ...folders].flatMap(({ problem }) => (problem === undefined ? [] : [problem]));
  const opened = paths.filter((_, index) => folders[index]?.wasOpen === true);
  return { problems, tightenInside: async (signal) => tightenAll(opened, signal) };
}
