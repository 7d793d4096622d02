import {
  type BigIntStats,
  close,
  closeSync,
  constants,
  fstat,
  fstatSync,
  open,
  openSync,
  readlinkSync,
  realpathSync,
  type Stats,
  statSync,
} from 'node:fs';
import { realpath, stat } from 'node:fs/promises';
import { promisify } from 'node:util';
import type { FileToOpen } from '@lectern/formats';
import { isAllowedAt, isItself, isNoFile, leadsOut, type Place, type RealFolders } from './place.ts';

/** An open file; its opener closes it. */
export interface OpenedInside {
  readonly fd: number;
  /** Of the descriptor. */
  readonly stats: Stats;
}

/**
 * A pipe would have us wait, and a link at the end has to be looked at before anything is opened: a device may act on that. Windows
 * has neither flag.
 */
const CAREFUL = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

const openAsync = promisify(open);
/** Closes a descriptor. */
export const closeAsync = promisify(close);
const statAsync = promisify(fstat);

/** What systems answer when the last part of a path is a link that must not be followed. */
function isLink(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ELOOP' || error.code === 'EMLINK');
}

/** Where an open file lies, by the system itself and without a look at the disk; undefined where it does not tell. */
function findRealPath(fd: number): string | undefined {
  if (process.platform !== 'linux') return undefined;
  try {
    return readlinkSync(`/proc/self/fd/${String(fd)}`);
  } catch {
    return undefined;
  }
}

function isSame(one: BigIntStats, other: BigIntStats): boolean {
  return one.dev === other.dev && one.ino === other.ino;
}

function realFoldersNow({ root, notInto }: Place): RealFolders {
  const real = (path: string): string => realpathSync.native(path);
  return { root: real(root), notInto: notInto?.map(resolveOr(real)) };
}

/** A folder that is away has nothing that links could lead to. */
function resolveOr(real: (path: string) => string): (path: string) => string {
  return (path) => {
    try {
      return real(path);
    } catch {
      return path;
    }
  };
}

async function realFolders({ root, notInto }: Place): Promise<RealFolders> {
  const real = async (path: string): Promise<string> => realpath(path).catch(() => path);
  const walled = notInto === undefined ? undefined : await Promise.all(notInto.map(real));
  return { root: await realpath(root), notInto: walled };
}

/** Where the system does not tell where an open file lies: it is the one that the path leads to, if that is the same file. */
function realPathOfNow(fd: number, path: string, place: Place): string {
  const known = findRealPath(fd);
  if (known !== undefined) return known;
  const real = realpathSync.native(path);
  if (!isSame(fstatSync(fd, { bigint: true }), statSync(real, { bigint: true }))) throw leadsOut(place);
  return real;
}

async function realPathOf(fd: number, path: string, place: Place): Promise<string> {
  const known = findRealPath(fd);
  if (known !== undefined) return known;
  const real = await realpath(path);
  const opened = fstatSync(fd, { bigint: true });
  if (!isSame(opened, await stat(real, { bigint: true }))) throw leadsOut(place);
  return real;
}

function checkNow(fd: number, path: string, place: Place): Stats {
  const stats = fstatSync(fd);
  if (!stats.isFile()) throw isNoFile(place);
  const real = realPathOfNow(fd, path, place);
  if (isItself(place, real) || isAllowedAt(place, realFoldersNow(place), real)) return stats;
  throw leadsOut(place);
}

async function check(fd: number, path: string, place: Place): Promise<Stats> {
  const stats = await statAsync(fd);
  if (!stats.isFile()) throw isNoFile(place);
  const real = await realPathOf(fd, path, place);
  if (isItself(place, real) || isAllowedAt(place, await realFolders(place), real)) return stats;
  throw leadsOut(place);
}

function openCheckedNow(path: string, place: Place): OpenedInside {
  const fd = openSync(path, CAREFUL);
  try {
    return { fd, stats: checkNow(fd, path, place) };
  } catch (error) {
    closeSync(fd);
    throw error;
  }
}

async function openChecked(path: string, place: Place): Promise<OpenedInside> {
  const fd = await openAsync(path, CAREFUL);
  try {
    return { fd, stats: await check(fd, path, place) };
  } catch (error) {
    await closeAsync(fd);
    throw error;
  }
}

/** The end of a link that may be followed. What stands there when it is opened is looked at once more. */
function followNow(place: Place): string {
  const real = realpathSync.native(place.path);
  if (isAllowedAt(place, realFoldersNow(place), real)) return real;
  throw leadsOut(place);
}

async function follow(place: Place): Promise<string> {
  const real = await realpath(place.path);
  if (isAllowedAt(place, await realFolders(place), real)) return real;
  throw leadsOut(place);
}

/**
 * Opens a file for reading, and makes sure of the descriptor, not of the path: it is a file, and lies where it may. Links that
 * stay inside are followed; whatever is swapped before, meanwhile or afterwards, nothing else is read. Never waits for a pipe.
 * @throws {FormatError} `file.replaced` when a link leads out, or no file stands there
 * @throws {Error} with a system `code`
 */
export async function openInside(place: Place): Promise<OpenedInside> {
  try {
    return await openChecked(place.path, place);
  } catch (error) {
    if (!isLink(error)) throw error;
  }
  const real = await follow(place);
  try {
    return await openChecked(real, place);
  } catch (error) {
    throw isLink(error) ? leadsOut(place) : error;
  }
}

/** The same, synchronous, for worker threads. */
export function openInsideNow(place: Place): OpenedInside {
  try {
    return openCheckedNow(place.path, place);
  } catch (error) {
    if (!isLink(error)) throw error;
  }
  const real = followNow(place);
  try {
    return openCheckedNow(real, place);
  } catch (error) {
    throw isLink(error) ? leadsOut(place) : error;
  }
}

/** The same for a file that no link may stand for at all. */
export function openUnlinkedNow(place: Place): OpenedInside {
  try {
    return openCheckedNow(place.path, place);
  } catch (error) {
    throw isLink(error) ? leadsOut(place) : error;
  }
}

/** A file for the readers of books to open, who know nothing of libraries. */
export function toOpen(place: Place): FileToOpen {
  return { path: place.path, open: () => openInsideNow(place).fd };
}
