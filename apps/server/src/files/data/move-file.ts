import { createHash } from 'node:crypto';
import type { Stats } from 'node:fs';
import { constants } from 'node:fs';
import { type FileHandle, link, lstat, open, realpath, rm, unlink } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';
import { type FileIdentity, isSameFile, toFileIdentity } from '../opening/file-identity.ts';
import { isAbsence, readErrorCode } from '../opening/system-errors.ts';
import { WITHOUT_LINKS } from './atomic-write.ts';
import { createFolder } from './create-folder.ts';
import { giveName } from './give-name.ts';
import { syncFolder } from './sync-folder.ts';

/** A file, and where it goes. */
export interface FileMove {
  /** Names the temporary file of a copy. */
  readonly id: string;
  /** Absolute. */
  readonly source: string;
  readonly seen: FileIdentity;
  /** SHA-256 of the file that was seen. */
  readonly hash: string;
  /** Absolute folder that the target must lie in, with links resolved. */
  readonly root: string;
  /** Absolute; its folder is created. */
  readonly target: string;
}

/**
 * `placed`: the target has the file, and the original is still there. `taken`: another file has the name. `outside`: a link leads
 * out of the root. Nothing changes in all other cases.
 */
type Placing = 'placed' | 'taken' | 'changed' | 'gone' | 'outside';

const PIECE = 1_048_576;
/** The mask of the process decides, as for any file that a user copies. */
const FOLDER_MODE = 0o777;
const FILE_MODE = 0o666;
const COPIED = new Set([...WITHOUT_LINKS, 'EXDEV', 'EACCES']);

async function findFile(path: string): Promise<Stats | undefined> {
  try {
    return await lstat(path);
  } catch (error) {
    if (isAbsence(error)) return undefined;
    throw error;
  }
}

function isSeen(stats: Stats | undefined, seen: FileIdentity): stats is Stats {
  return stats?.isFile() === true && isSameFile(toFileIdentity(stats), seen);
}

/** Whether the folder lies inside the root when all links are resolved. Both exist. */
export async function isInside(root: string, folder: string): Promise<boolean> {
  const [realRoot, real] = await Promise.all([realpath(root), realpath(folder)]);
  return real === realRoot || real.startsWith(realRoot.endsWith(sep) ? realRoot : realRoot + sep);
}

async function copyBytes(from: FileHandle, to: FileHandle, signal: AbortSignal): Promise<string> {
  const memory = Buffer.allocUnsafe(PIECE);
  const hash = createHash('sha256');
  for (;;) {
    signal.throwIfAborted();
    const { bytesRead } = await from.read(memory, 0, PIECE);
    if (bytesRead === 0) return hash.digest('hex');
    const piece = memory.subarray(0, bytesRead);
    hash.update(piece);
    await to.writeFile(piece);
  }
}

async function writeCopy({ source, seen, hash }: FileMove, temporary: string, signal: AbortSignal): Promise<boolean> {
  await using from = await open(source, constants.O_RDONLY | constants.O_NOFOLLOW);
  await using to = await open(temporary, 'wx', FILE_MODE);
  const copied = await copyBytes(from, to, signal);
  if (copied !== hash || !isSeen(await from.stat(), seen)) return false;
  const modified = seen.modifiedAt / 1_000;
  await to.utimes(modified, modified);
  await to.sync();
  return true;
}

function nameTemporary({ id, target }: FileMove): string {
  return join(dirname(target), `.lectern-import-${id}.tmp`);
}

async function copyInto(move: FileMove, signal: AbortSignal): Promise<Placing> {
  const temporary = nameTemporary(move);
  try {
    if (!(await writeCopy(move, temporary, signal))) return 'changed';
    return (await giveName(temporary, move.target)) ? 'placed' : 'taken';
  } finally {
    await rm(temporary, { force: true });
  }
}

async function linkInto(move: FileMove, signal: AbortSignal): Promise<Placing> {
  const { source, target, seen } = move;
  try {
    await link(source, target);
  } catch (error) {
    const code = readErrorCode(error);
    if (code === 'EEXIST') return 'taken';
    if (COPIED.has(code ?? '')) return copyInto(move, signal);
    throw error;
  }
  if (!isSeen(await lstat(target), seen)) {
    await unlink(target);
    return 'changed';
  }
  await using file = await open(target, 'r');
  await file.sync();
  return 'placed';
}

/**
 * Puts a file at its target, beside the original: by a second name on the same disk, else by a copy. Replaces nothing. Bytes and
 * names are on the disk before it returns.
 * @throws {Error} with a system `code`
 */
export async function placeFile(move: FileMove, signal: AbortSignal): Promise<Placing> {
  const found = await findFile(move.source);
  if (found === undefined) return 'gone';
  if (!isSeen(found, move.seen)) return 'changed';
  const folder = dirname(move.target);
  if (!(await isInsideOnceMade(move.root, folder))) return 'outside';
  await createFolder(folder, FOLDER_MODE);
  if (!(await isInside(move.root, folder))) return 'outside';
  // A killed process may have left it.
  await rm(nameTemporary(move), { force: true });
  const placing = await linkInto(move, signal);
  if (placing === 'placed') await syncFolder(folder);
  return placing;
}

/** Whether the nearest existing folder lies inside the root, so that no folder is made elsewhere. The folder may be missing. */
export async function isInsideOnceMade(root: string, folder: string): Promise<boolean> {
  for (let path = folder; ; path = dirname(path)) {
    if ((await findFile(path)) !== undefined) return isInside(root, path);
    if (path === root || path === dirname(path)) return false;
  }
}

/** Removes the original of a placed file. A file that has replaced it stays. */
export async function removeOriginal({ source, seen }: Pick<FileMove, 'source' | 'seen'>): Promise<void> {
  if (!isSeen(await findFile(source), seen)) return;
  await unlink(source);
  await syncFolder(dirname(source));
}
