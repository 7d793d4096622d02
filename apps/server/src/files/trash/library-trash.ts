import { lstat, mkdir, rename, rm, rmdir, stat, unlink } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { findIdentity, giveName } from '../data/give-name.ts';
import { isInside, isInsideOnceMade } from '../data/move-file.ts';
import { syncFolder } from '../data/sync-folder.ts';
import { libraryReads } from '../opening/bounded-reads.ts';
import { isAbsence, readErrorCode } from '../opening/system-errors.ts';
import { isReadableAndFilled } from '../walk/library-root.ts';
import { pathInRoot } from '../walk/path-in-root.ts';
import { mark, say } from '#words/say.ts';

/** Hidden, so that no scan, watch or folder picker sees it; in the library, so that a move stays on one disk. */
const TRASH = '.lectern-trash';

/** `taken`: another file has the place. `gone`: the trash has no such file. The book can do without the trashed file then. */
type Obstacle = 'taken' | 'gone';

/** A file that cannot be moved and stays where it is; the message is a sentence about it. */
export class TrashError extends Error {
  readonly obstacle: Obstacle | undefined;

  constructor(message: string, { obstacle, cause }: { obstacle?: Obstacle | undefined; cause?: unknown } = {}) {
    super(message, { cause });
    this.obstacle = obstacle;
  }
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: mark('The file does not exist'),
  EXDEV: mark('The file is on another disk than its library'),
  EACCES: mark('The server may not write to the folder of the file'),
  EPERM: mark('The server may not write to the folder of the file'),
  EROFS: mark('The file is on a read-only disk'),
  ENOSPC: mark('The disk of the file is full'),
};

/** Moves a file to a free name on the same disk. Once begun, it may be interrupted and run again. */
async function moveOnce(from: string, to: string): Promise<void> {
  const [source, target] = [await findIdentity(from), await findIdentity(to)];
  if (source === undefined && target !== undefined) return;
  // Both names of one file: an earlier run got so far.
  if ((source === undefined || source !== target) && !(await giveName(from, to))) {
    throw new TrashError(say('Another file has taken the old place of the file'), { obstacle: 'taken' });
  }
  await syncFolder(dirname(to));
  await unlink(from).catch((error: unknown) => {
    if (!isAbsence(error)) throw error;
  });
  await syncFolder(dirname(from));
}

const OUTSIDE = mark('The file is behind a link that leads out of its library');

async function makeFolder(path: string): Promise<void> {
  await mkdir(path).catch((error: unknown) => {
    if (readErrorCode(error) !== 'EEXIST') throw error;
  });
  if (!(await lstat(path)).isDirectory())
    throw new TrashError(say('The file cannot be moved, because "{name}" is not a folder', { name: basename(path) }));
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
    throw new TrashError(say(reason), { cause: error });
  }
}

async function syncPresent(folder: string): Promise<void> {
  await syncFolder(folder).catch((error: unknown) => {
    if (!isAbsence(error)) throw error;
  });
}

/** A rename is whole or not at all: a folder that may not be written to leaves no second name in the trash. */
async function renameToTrash(move: TrashMove): Promise<void> {
  const { file, folder, trashed } = places(move);
  if (!(await isInside(move.root, dirname(file)))) throw new TrashError(say(OUTSIDE));
  if ((await stat(file)).isDirectory()) throw new TrashError(say('The file is now a folder'));
  await makeFolder(join(move.root, TRASH));
  await makeFolder(folder);
  await rename(file, trashed);
}

/**
 * Moves a file of a library to its trash, durably; one that is there already stays there, so that a move may run twice, also
 * at once. Files behind links that lead out of the library are never touched.
 * @throws {TrashError} the file stays where it is; after any other error it may be at either place
 */
export async function moveToTrash(move: TrashMove): Promise<void> {
  const { file, folder, trashed } = places(move);
  await explain(move.root, async () => {
    if ((await findIdentity(trashed)) !== undefined) return;
    try {
      await renameToTrash(move);
    } catch (error) {
      // Another run of this move was first.
      if ((await findIdentity(trashed)) !== undefined) return;
      await rmdir(folder).catch(() => undefined);
      throw error;
    }
  });
  // A fault from here on is no refusal: the file is in the trash.
  await libraryReads.run(move.root, async () => {
    await syncPresent(folder);
    await syncPresent(dirname(file));
  });
}

/**
 * Moves a file from the trash back to its place, durably; the folder of the place is made when it is gone.
 * @throws {TrashError} the file stays in the trash
 */
export async function moveFromTrash(move: TrashMove): Promise<void> {
  const { file, folder, trashed } = places(move);
  // A folder that is made in an empty mount point would pass for the library, without its books.
  if ((await findInTrash(move)) === 'away')
    throw new TrashError(say('The folder of the library is empty. Check that its disk is connected'));
  await explain(move.root, async () => {
    if ((await findIdentity(trashed)) === undefined) {
      if ((await findIdentity(file)) !== undefined) return;
      throw new TrashError(say('The file is no longer in the trash'), { obstacle: 'gone' });
    }
    if (!(await isInsideOnceMade(move.root, dirname(file)))) throw new TrashError(say(OUTSIDE));
    await mkdir(dirname(file), { recursive: true });
    if (!(await isInside(move.root, dirname(file)))) throw new TrashError(say(OUTSIDE));
    await moveOnce(trashed, file);
    await rmdir(folder).catch(() => undefined);
  });
}

/** Whether a file is in the trash; `away` while its library is missing or empty, as without its disk. */
export async function findInTrash(move: TrashMove): Promise<'there' | 'gone' | 'away'> {
  if (!(await isReadableAndFilled(move.root))) return 'away';
  return libraryReads.run(move.root, async () =>
    (await findIdentity(places(move).trashed)) === undefined ? 'gone' : 'there',
  );
}

/** Deletes a file of the trash for good. @param trashId name of its folder @throws {TrashError} */
export async function deleteFromTrash(root: string, trashId: string): Promise<void> {
  const trash = join(root, TRASH);
  await explain(root, async () => {
    if ((await findIdentity(trash)) === undefined) return;
    if (!(await lstat(trash)).isDirectory())
      throw new TrashError(say('The file cannot be deleted, because "{name}" is not a folder', { name: TRASH }));
    await rm(join(trash, trashId), { recursive: true, force: true });
    await rmdir(trash).catch(() => undefined);
  });
}
