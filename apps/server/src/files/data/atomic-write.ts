import { randomUUID } from 'node:crypto';
import { closeSync, fdatasyncSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { type FileHandle, link, open, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { isAbsence, readErrorCode } from '../opening/system-errors.ts';
import { createFolder, createFolderNow } from './create-folder.ts';
import { syncFolder, syncFolderNow } from './sync-folder.ts';

/** Writes a text file, replacing an existing one. */
export async function writeText(path: string, text: string): Promise<void> {
  await writeFile(path, text, 'utf8');
}

/** A file to be written. */
export interface NewFile {
  /** An existing file is replaced. */
  readonly path: string;
  readonly bytes: Uint8Array;
}

interface Written extends NewFile {
  readonly temporary: string;
}

const NEW_FILE = { flag: 'wx', mode: 0o600 } as const;

function nameTemporaries(files: readonly NewFile[]): Written[] {
  return files.map((file) => ({ ...file, temporary: `${file.path}.${randomUUID()}.tmp` }));
}

function listFolders(files: readonly NewFile[]): ReadonlySet<string> {
  return new Set(files.map(({ path }) => dirname(path)));
}

/** Creates a file. Its folder is created only when it is missing, which is rare. */
async function create(absolutePath: string): Promise<FileHandle> {
  try {
    return await open(absolutePath, NEW_FILE.flag, NEW_FILE.mode);
  } catch (error) {
    if (!isAbsence(error)) throw error;
    await createFolder(dirname(absolutePath));
    return open(absolutePath, NEW_FILE.flag, NEW_FILE.mode);
  }
}

function createNow(absolutePath: string): number {
  try {
    return openSync(absolutePath, NEW_FILE.flag, NEW_FILE.mode);
  } catch (error) {
    if (!isAbsence(error)) throw error;
    createFolderNow(dirname(absolutePath));
    return openSync(absolutePath, NEW_FILE.flag, NEW_FILE.mode);
  }
}

async function writeTemporary({ temporary, bytes }: Written, flush: boolean): Promise<void> {
  await using file = await create(temporary);
  await file.writeFile(bytes);
  if (flush) await file.datasync();
}

function writeTemporaryNow({ temporary, bytes }: Written): void {
  const file = createNow(temporary);
  try {
    writeFileSync(file, bytes);
    fdatasyncSync(file);
  } finally {
    closeSync(file);
  }
}

/**
 * Writes whole files through temporary files beside them. Only the owner may read them; missing folders are created. Bytes
 * and names are on the disk before it returns, so that a row may name the files. With `flush: false` a power cut may lose
 * them: for caches.
 */
export async function writeFilesAtomically(
  files: readonly NewFile[],
  { flush = true }: { readonly flush?: boolean } = {},
): Promise<void> {
  const written = nameTemporaries(files);
  try {
    // At once: the file system flushes them together.
    const writes = await Promise.allSettled(written.map(async (file) => writeTemporary(file, flush)));
    const failed = writes.find((write) => write.status === 'rejected');
    if (failed !== undefined) throw failed.reason;
    for (const { temporary, path } of written) await rename(temporary, path);
    if (flush) for (const folder of listFolders(files)) await syncFolder(folder);
  } catch (error) {
    for (const { temporary } of written) await rm(temporary, { force: true });
    throw error;
  }
}

/** `writeFilesAtomically` with one file. */
export async function writeFileAtomically(
  path: string,
  bytes: Uint8Array,
  options: { readonly flush?: boolean } = {},
): Promise<void> {
  await writeFilesAtomically([{ path, bytes }], options);
}

/** `writeFilesAtomically` for worker threads: awaiting each of its steps costs a switch of threads there. */
export function writeFilesAtomicallyNow(files: readonly NewFile[]): void {
  const written = nameTemporaries(files);
  try {
    for (const file of written) writeTemporaryNow(file);
    for (const { temporary, path } of written) renameSync(temporary, path);
    for (const folder of listFolders(files)) syncFolderNow(folder);
  } catch (error) {
    for (const { temporary } of written) rmSync(temporary, { force: true });
    throw error;
  }
}

/** Errors of file systems that have no second names for a file, such as FAT. */
export const WITHOUT_LINKS: ReadonlySet<string> = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK']);

/**
 * Creates a whole file that is missing; one that another process created first stays. A process that is killed meanwhile
 * leaves no empty file, where the file system can link.
 */
export async function createFileOnce(path: string, bytes: Uint8Array): Promise<void> {
  const temporary = `${path}.${randomUUID()}.tmp`;
  try {
    await writeTemporary({ path, bytes, temporary }, true);
    try {
      await link(temporary, path);
    } catch (error) {
      if (!WITHOUT_LINKS.has(readErrorCode(error) ?? '')) throw error;
      await writeFile(path, bytes, { ...NEW_FILE, flush: true });
    }
    await syncFolder(dirname(path));
  } catch (error) {
    if (readErrorCode(error) !== 'EEXIST') throw error;
  } finally {
    await rm(temporary, { force: true });
  }
}
