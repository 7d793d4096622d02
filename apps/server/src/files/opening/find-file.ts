import { type Stats, statSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { libraryReads } from './bounded-reads.ts';
import type { FileIdentity } from './open-files.ts';

/** Whether the system says that there is no such file. */
export function isAbsence(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR');
}

/** The bytes of a file, or undefined when it is not there. */
export async function findFile(absolutePath: string): Promise<Buffer | undefined> {
  try {
    return await readFile(absolutePath);
  } catch (error) {
    if (isAbsence(error)) return undefined;
    throw error;
  }
}

/** What a file is told from others by. */
export function identityOf({ size, mtimeMs }: Stats): FileIdentity {
  return { size, modifiedAt: Math.floor(mtimeMs) };
}

/** Size and modification time (milliseconds, fraction cut off) of a file as it is now; undefined when it is not there. */
export async function findFileState(absolutePath: string): Promise<FileIdentity | undefined> {
  try {
    return identityOf(await stat(absolutePath));
  } catch (error) {
    if (isAbsence(error)) return undefined;
    throw error;
  }
}

/**
 * The same for a file of a library, whose reads are bounded.
 * @param root absolute folder of the library
 * @throws {UnansweredError}
 */
export async function findLibraryFileState(root: string, absolutePath: string): Promise<FileIdentity | undefined> {
  return libraryReads.run(root, async () => findFileState(absolutePath));
}

/** The same, synchronous, for worker threads. */
export function findFileStateNow(absolutePath: string): FileIdentity | undefined {
  try {
    return identityOf(statSync(absolutePath));
  } catch (error) {
    if (isAbsence(error)) return undefined;
    throw error;
  }
}
