import { type BigIntStats, close, constants, fstat, fstatSync, open, readlinkSync, type Stats } from 'node:fs';
import { realpath, stat } from 'node:fs/promises';
import { promisify } from 'node:util';
import { isAllowedAt, isItself, isNoFile, leadsOut, type Place, type RealFolders } from './place.ts';
import { readErrorCode } from './system-errors.ts';

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
export const CAREFUL = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

const openAsync = promisify(open);
/** Closes a descriptor. */
export const closeAsync = promisify(close);
const statAsync = promisify(fstat);

/** Whether the error is what systems answer when the last part of a path is a link that must not be followed. */
export function isLink(error: unknown): boolean {
  const code = readErrorCode(error);
  return code === 'ELOOP' || code === 'EMLINK';
}

/** Where an open file lies, by the system itself and without a look at the disk; undefined where it does not tell. */
export function findRealPath(fd: number): string | undefined {
  if (process.platform !== 'linux') return undefined;
  try {
    return readlinkSync(`/proc/self/fd/${String(fd)}`);
  } catch {
    return undefined;
  }
}

/** Whether both are of one file of one disk. */
export function isSameInode(one: BigIntStats, other: BigIntStats): boolean {
  return one.dev === other.dev && one.ino === other.ino;
}

async function realFolders({ root, notInto }: Place): Promise<RealFolders> {
  const real = async (path: string): Promise<string> => realpath(path).catch(() => path);
  const walled = notInto === undefined ? undefined : await Promise.all(notInto.map(real));
  return { root: await realpath(root), notInto: walled };
}

async function realPathOf(fd: number, path: string, place: Place): Promise<string> {
  const known = findRealPath(fd);
  if (known !== undefined) return known;
  const real = await realpath(path);
  const opened = fstatSync(fd, { bigint: true });
  if (!isSameInode(opened, await stat(real, { bigint: true }))) throw leadsOut(place);
  return real;
}

async function check(fd: number, path: string, place: Place): Promise<Stats> {
  const stats = await statAsync(fd);
  if (!stats.isFile()) throw isNoFile(place);
  const real = await realPathOf(fd, path, place);
  if (isItself(place, real) || isAllowedAt(place, await realFolders(place), real)) return stats;
  throw leadsOut(place);
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
