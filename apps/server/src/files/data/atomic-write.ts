import { randomUUID } from 'node:crypto';
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { type FileHandle, mkdir, open, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { isAbsence } from '../opening/system-errors.ts';

/** Makes a folder with its parents, for its owner only; one that exists stays as it is. */
export async function createFolder(absolutePath: string): Promise<void> {
  await mkdir(absolutePath, { recursive: true, mode: 0o700 });
}

/** Writes a text file that a person asked for, replacing one that is there. */
export async function writeText(path: string, text: string): Promise<void> {
  await writeFile(path, text, 'utf8');
}

const NEW_FILE = { flag: 'wx', mode: 0o600 } as const;
const NEW_FOLDER = { recursive: true, mode: 0o700 } as const;

/** A name beside the file, that nothing else has. */
function temporaryOf(absolutePath: string): string {
  return `${absolutePath}.${randomUUID()}.tmp`;
}

/** A new file. Its folder is nearly always there: it is made only when it turns out to be missing. */
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
 * Writes a whole file atomically: a temporary file beside it takes its name when complete.
 * The file is its owner's only. Missing folders are made. With `flush` it waits until the bytes are on the disk, so that a power cut takes none of them.
 * @param absolutePath what stands there is replaced
 */
export async function writeFileAtomically(
  absolutePath: string,
  bytes: Uint8Array,
  { flush = false }: { readonly flush?: boolean } = {},
): Promise<void> {
  const temporary = temporaryOf(absolutePath);
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

/**
 * The same for a thread in which nothing else waits: each of the four steps costs another thread, and the way there and back, when
 * it is awaited.
 */
export function writeFileAtomicallyNow(absolutePath: string, bytes: Uint8Array): void {
  const temporary = temporaryOf(absolutePath);
  try {
    createNow(temporary, bytes);
    renameSync(temporary, absolutePath);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}
