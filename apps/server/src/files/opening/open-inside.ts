import { type BigIntStats, close, constants, fstat, fstatSync, open, readlinkSync, type Stats } from 'node:fs';
import { realpath, stat } from 'node:fs/promises';
import { promisify } from 'node:util';
import { isAllowedAt, isUnlinked, toNoFileError, toLeadsOutError, type Place, type RealFolders } from './place.ts';
import { readErrorCode } from './system-errors.ts';

/** An open file; the caller closes it. */
export interface OpenedInside {
  readonly fd: number;
  /** Of the descriptor. */
  readonly stats: Stats;
}

/**
 * Does not wait for a pipe, and follows no link at the end: the target may be a device, and opening one may have
 * effects. Windows has neither flag.
 */
export const CAREFUL = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

const openAsync = promisify(open);
export const closeAsync = promisify(close);
const statAsync = promisify(fstat);

/** Whether opening failed because the last part of the path is a link. */
export function isLink(error: unknown): boolean {
  const code = readErrorCode(error);
  return code === 'ELOOP' || code === 'EMLINK';
}

/** Path of an open file as the system knows it; undefined where it does not tell. */
export function findRealPath(fd: number): string | undefined {
  if (process.platform !== 'linux') return undefined;
  try {
    return readlinkSync(`/proc/self/fd/${String(fd)}`);
  } catch {
    return undefined;
  }
}

/** Whether both are the same file. */
export function isSameInode(one: BigIntStats, other: BigIntStats): boolean {
  return one.dev === other.dev && one.ino === other.ino;
}

async function realFolders({ root, notInto }: Place): Promise<RealFolders> {
  const real = async (path: string): Promise<string> => realpath(path).catch(() => path);
  const walled = notInto === undefined ? undefined : await Promise.all(notInto.map(real));
  return { root: await realpath(root), notInto: walled };
}

async function resolveOpened(fd: number, path: string, place: Place): Promise<string> {
  const known = findRealPath(fd);
  if (known !== undefined) return known;
  const real = await realpath(path);
  const opened = fstatSync(fd, { bigint: true });
  if (!isSameInode(opened, await stat(real, { bigint: true }))) throw toLeadsOutError(place);
  return real;
}

async function check(fd: number, path: string, place: Place): Promise<Stats> {
  const stats = await statAsync(fd);
  if (!stats.isFile()) throw toNoFileError(place);
  const real = await resolveOpened(fd, path, place);
  if (isUnlinked(place, real) || isAllowedAt(place, await realFolders(place), real)) return stats;
  throw toLeadsOutError(place);
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

/** Resolves an allowed link. The opened file is checked again. */
async function follow(place: Place): Promise<string> {
  const real = await realpath(place.path);
  if (isAllowedAt(place, await realFolders(place), real)) return real;
  throw toLeadsOutError(place);
}

/**
 * Opens a file for reading and checks the descriptor, not the path: it is a file in an allowed place. Links within the
 * library are followed. Swapping the path at any time has no effect. Never waits for a pipe.
 * @throws {FormatError} `file.replaced` when a link leads out, or the path is no file
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
    throw isLink(error) ? toLeadsOutError(place) : error;
  }
}
