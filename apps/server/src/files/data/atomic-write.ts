import { randomUUID } from 'node:crypto';
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { type FileHandle, mkdir, open, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { isAbsence } from '../opening/system-errors.ts';

/** Creates a folder and its parents, accessible to the owner only; an existing folder keeps its mode. */
export async function createFolder(absolutePath: string): Promise<void> {
  await mkdir(absolutePath, { recursive: true, mode: 0o700 });
}

/** Writes a text file, replacing an existing one. */
export async function writeText(path: string, text: string): Promise<void> {
  await writeFile(path, text, 'utf8');
}

const NEW_FILE = { flag: 'wx', mode: 0o600 } as const;
const NEW_FOLDER = { recursive: true, mode: 0o700 } as const;

function buildTemporaryPath(absolutePath: string): string {
  return `${absolutePath}.${randomUUID()}.tmp`;
}

/** Creates a file. Its folder is created only when it is missing, which is rare. */
async function create(absolutePath: string): Promise<FileHandle> {
  try {
    return await open(absolutePath, NEW_FILE.flag, NEW_FILE.mode);
  } catch (error) {
    if (!isAbsence(error)) throw error;
    await mkdir(dirname(absolutePath), NEW_FOLDER);
    return open(absolutePath, NEW_FILE.flag, NEW_FILE.mode);
  }
}

function createNow(absolutePath: string, bytes: Uint8Array): void {
  try {
    writeFileSync(absolutePath, bytes, NEW_FILE);
  } catch (error) {
    if (!isAbsence(error)) throw error;
    mkdirSync(dirname(absolutePath), NEW_FOLDER);
    writeFileSync(absolutePath, bytes, NEW_FILE);
  }
}

/**
 * Writes a whole file atomically through a temporary file beside it. Only the owner may read the file; missing folders
 * are created. With `flush` the bytes are on the disk before it returns, so that they survive a power cut.
 * @param absolutePath an existing file is replaced
 */
export async function writeFileAtomically(
  absolutePath: string,
  bytes: Uint8Array,
  { flush = false }: { readonly flush?: boolean } = {},
): Promise<void> {
  const temporary = buildTemporaryPath(absolutePath);
  try {
    const file = await create(temporary);
    try {
      await file.writeFile(bytes);
      if (flush) await file.datasync();
    } finally {
      await file.close();
    }
    await rename(temporary, absolutePath);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

/** `writeFileAtomically` for worker threads: awaiting each of its four steps costs a switch of threads there. */
export function writeFileAtomicallyNow(absolutePath: string, bytes: Uint8Array): void {
  const temporary = buildTemporaryPath(absolutePath);
  try {
    createNow(temporary, bytes);
    renameSync(temporary, absolutePath);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}
