import { lstat, mkdir, open, readdir, rm, rmdir, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createFolder } from '../data/create-folder.ts';
import { createPartFile, type FilePart, writePart } from '../data/file-parts.ts';
import { findIdentity, giveName } from '../data/give-name.ts';
import { isInside, isInsideOnceMade } from '../data/move-file.ts';
import { syncFolder } from '../data/sync-folder.ts';
import { isAbsence, readErrorCode } from '../opening/system-errors.ts';
import { pathInRoot } from '../walk/path-in-root.ts';
import { joinPath } from '../walk/relative-paths.ts';

/** Hidden, so that no scan, watch or folder picker sees it; in the library, so that a complete file stays on its disk. */
const FOLDER = '.lectern-uploads';
/** The mask of the process decides, as for any file that a user copies. */
const FOLDER_MODE = 0o777;
const FILE_MODE = 0o666;

/** A file that is uploaded into a library. */
export interface StagedFile {
  /** Absolute folder of the library. */
  readonly root: string;
  readonly id: string;
  /** Its extension is that of the book. */
  readonly fileName: string;
}

/** Absolute path of what has arrived. Readers take the format from the extension where the content says nothing. */
export function getStagedPath({ root, id, fileName }: StagedFile): string {
  return join(root, FOLDER, id + fileName.slice(fileName.lastIndexOf('.')));
}

/** Creates the empty file of an upload. @throws {Error} with a system `code` */
export async function createStaged(file: StagedFile): Promise<void> {
  const folder = join(file.root, FOLDER);
  // Without its parents: a library that is away is not made again.
  await mkdir(folder, { mode: FOLDER_MODE }).catch((error: unknown) => {
    if (readErrorCode(error) !== 'EEXIST') throw error;
  });
  if (!(await isInside(file.root, folder))) throw new Error(`${FOLDER} leads out of the library`);
  await createPartFile(getStagedPath(file), FILE_MODE);
  await syncFolder(folder);
}

/** Writes a part durably. @returns as `writePart` */
export async function writeStagedPart(file: StagedFile, part: FilePart): Promise<number | undefined> {
  return writePart(getStagedPath(file), part, true);
}

/** `taken`: another file has the name. `outside`: a link leads out of the library. Nothing changes in both cases. */
export type StagedPlacing = 'placed' | 'taken' | 'outside';

/**
 * Gives a complete file its name in the library, durably. The upload folder may still have it under its first name. Where an earlier
 * run got so far, it is placed.
 * The folder, `/` separated below the library, is created.
 * @throws {Error} with a system `code`
 */
export async function placeStaged(
  file: StagedFile,
  { folder, fileName }: { readonly folder: string; readonly fileName: string },
): Promise<StagedPlacing> {
  const absolute = pathInRoot(file.root, folder);
  if (!(await isInsideOnceMade(file.root, absolute))) return 'outside';
  await createFolder(absolute, FOLDER_MODE);
  if (!(await isInside(file.root, absolute))) return 'outside';
  const staged = getStagedPath(file);
  const target = pathInRoot(file.root, joinPath(folder, fileName));
  {
    await using handle = await open(staged, 'r');
    await handle.sync();
  }
  const identity = await findIdentity(staged);
  if (!(await giveName(staged, target)) && (await findIdentity(target)) !== identity) return 'taken';
  await syncFolder(dirname(target));
  return 'placed';
}

/** Removes the file of an upload, and the upload folder with the last one. A placed book stays. */
export async function removeStaged(file: StagedFile): Promise<void> {
  await unlink(getStagedPath(file)).catch((error: unknown) => {
    if (!isAbsence(error)) throw error;
  });
  await rmdir(join(file.root, FOLDER)).catch(() => undefined);
}

async function isRealFolder(absolutePath: string): Promise<boolean> {
  try {
    return (await lstat(absolutePath)).isDirectory();
  } catch (error) {
    if (isAbsence(error)) return false;
    throw error;
  }
}

/**
 * Removes files of uploads that are unknown and were not written to since a time.
 * @param before epoch milliseconds
 * @returns how many
 */
export async function sweepStaged(root: string, isKnown: (id: string) => boolean, before: number): Promise<number> {
  const folder = join(root, FOLDER);
  let removed = 0;
  // A link would lead to files that are no uploads.
  if (!(await isRealFolder(folder))) return removed;
  const names = await readdir(folder);
  for (const name of names) {
    if (isKnown(name.slice(0, name.lastIndexOf('.')))) continue;
    const path = join(folder, name);
    if ((await lstat(path)).mtimeMs >= before) continue;
    await rm(path, { force: true, recursive: true });
    removed += 1;
  }
  await rmdir(folder).catch(() => undefined);
  return removed;
}

/** Removes all uploads into a library that is no longer one. */
export async function removeAllStaged(root: string): Promise<void> {
  await rm(join(root, FOLDER), { recursive: true, force: true });
}
