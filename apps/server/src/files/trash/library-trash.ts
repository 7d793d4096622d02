import { link, lstat, mkdir, rename, rm, rmdir, stat, unlink } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { WITHOUT_LINKS } from '../data/atomic-write.ts';
import { isInside } from '../data/move-file.ts';
import { syncFolder } from '../data/sync-folder.ts';
import { libraryReads } from '../opening/bounded-reads.ts';
import { isAbsence, readErrorCode } from '../opening/system-errors.ts';
import { pathInRoot } from '../walk/path-in-root.ts';

/** Hidden, so that no scan, watch or folder picker sees it; in the library, so that a move stays on one disk. */
const TRASH = '.lectern-trash';

/** A file that cannot be moved; the message completes "The file …". */
export class TrashError extends Error {
  /** Whether another file has the place. */
  readonly isTaken: boolean;

  constructor(message: string, { isTaken = false, cause }: { isTaken?: boolean; cause?: unknown } = {}) {
    super(message, { cause });
    this.isTaken = isTaken;
  }
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'does not exist',
  EXDEV: 'is on another disk than the folder of its library',
  EACCES: 'cannot be moved: the server may not write to its folder',
  EPERM: 'cannot be moved: the server may not write to its folder',
  EROFS: 'is on a disk that is read-only',
  EEXIST: 'has its old place taken by another file',
  ENOSPC: 'cannot be moved: its disk is full',
};

async function findIdentity(path: string): Promise<string | undefined> {
  try {
    const { dev, ino } = await lstat(path, { bigint: true });
    return `${String(dev)}:${String(ino)}`;
  } catch (error) {
    if (isAbsence(error)) return undefined;
    throw error;
  }
}

/** Gives a file a second name, unless that one is taken. */
async function linkOrRename(from: string, to: string): Promise<void> {
  try {
    await link(from, to);
  } catch (error) {
    if (!WITHOUT_LINKS.has(readErrorCode(error) ?? '')) throw error;
    if ((await findIdentity(to)) !== undefined) throw Object.assign(new Error('taken'), { code: 'EEXIST' });
    await rename(from, to);
  }
}

/** Moves a file to a free name on the same disk. Once begun, it may be interrupted and run again. */
async function moveOnce(from: string, to: string): Promise<void> {
  const [source, target] = [await findIdentity(from), await findIdentity(to)];
  if (source === undefined && target !== undefined) return;
  // Both names of one file: an earlier run got so far.
  if (source === undefined || source !== target) await linkOrRename(from, to);
  await syncFolder(dirname(to));
  await unlink(from).catch((error: unknown) => {
    if (!isAbsence(error)) throw error;
  });
  await syncFolder(dirname(from));
}

/**
 * Checks that a folder is inside its library, behind links too.
 * @throws {TrashError} it leads out of the library
 */
async function requireInside(root: string, folder: string): Promise<void> {
  if (await isInside(root, folder)) return;
  throw new TrashError('is outside the folder of its library, behind a link');
}

async function makeFolder(path: string): Promise<void> {
  await mkdir(path).catch((error: unknown) => {
    if (readErrorCode(error) !== 'EEXIST') throw error;
  });
  if (!(await lstat(path)).isDirectory()) throw new TrashError(`cannot be moved: ${basename(path)} is no folder`);
  await syncFolder(dirname(path));
}

/** A file of a library and its place in the trash. */
export interface TrashMove {
  /** Absolute folder of the library. */
  readonly root: string;
  /** Relative to the library, `/` separated. */
  readonly path: string;
  /** Name of its folder in the trash. */
  readonly trashId: string;
}

function places({ root, path, trashId }: TrashMove) {
  const file = pathInRoot(root, path);
  const folder = join(root, TRASH, trashId);
  return { file, folder, trashed: join(folder, basename(file)) };
}

async function explain<Value>(root: string, work: () => Promise<Value>): Promise<Value> {
  try {
    return await libraryReads.run(root, work);
  } catch (error) {
    if (error instanceof TrashError) throw error;
    const code = readErrorCode(error) ?? '';
    const reason = REASONS[code];
    if (reason === undefined) throw error;
    throw new TrashError(reason, { isTaken: code === 'EEXIST', cause: error });
  }
}

/**
 * Moves a file of a library to its trash, durably; one that is there already stays there. Files behind links that lead out
 * of the library are never touched.
 * @throws {TrashError} the file stays where it is
 */
export async function moveToTrash(move: TrashMove): Promise<void> {
  const { file, folder, trashed } = places(move);
  await explain(move.root, async () => {
    if ((await findIdentity(trashed)) === undefined) {
      await requireInside(move.root, dirname(file));
      if ((await stat(file)).isDirectory()) throw new TrashError('is a folder');
      await makeFolder(join(move.root, TRASH));
      await makeFolder(folder);
    }
    try {
      await moveOnce(file, trashed);
    } catch (error) {
      await rmdir(folder).catch(() => undefined);
      throw error;
    }
  });
}

/**
 * Moves a file from the trash back to its place, durably; the folder of the place is made when it is gone.
 * @throws {TrashError} the file stays in the trash
 */
export async function moveFromTrash(move: TrashMove): Promise<void> {
  const { file, folder, trashed } = places(move);
  await explain(move.root, async () => {
    await mkdir(dirname(file), { recursive: true });
    await requireInside(move.root, dirname(file));
    await moveOnce(trashed, file);
    await rmdir(folder).catch(() => undefined);
  });
}

/** Whether a file is in the trash. */
export async function isInTrash(move: TrashMove): Promise<boolean> {
  return libraryReads.run(move.root, async () => (await findIdentity(places(move).trashed)) !== undefined);
}

/** Deletes a file of the trash for good. @param trashId name of its folder @throws {TrashError} */
export async function deleteFromTrash(root: string, trashId: string): Promise<void> {
  const trash = join(root, TRASH);
  await explain(root, async () => {
    if ((await findIdentity(trash)) === undefined) return;
    if (!(await lstat(trash)).isDirectory()) throw new TrashError(`cannot be deleted: ${TRASH} is no folder`);
    await rm(join(trash, trashId), { recursive: true, force: true });
    await rmdir(trash).catch(() => undefined);
  });
}
