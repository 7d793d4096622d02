import { statSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { libraryReads } from './bounded-reads.ts';
import { type FileIdentity, toFileIdentity } from './file-identity.ts';
import { isAbsence } from './system-errors.ts';

/** The bytes of a file; undefined when it is missing. */
export async function findFile(absolutePath: string): Promise<Buffer | undefined> {
  try {
    return await readFile(absolutePath);
  } catch (error) {
    if (isAbsence(error)) return undefined;
    throw error;
  }
}

/** Size and modification time of a file; undefined when it is missing. */
export async function findFileState(absolutePath: string): Promise<FileIdentity | undefined> {
  try {
    return toFileIdentity(await stat(absolutePath));
  } catch (error) {
    if (isAbsence(error)) return undefined;
    throw error;
  }
}

/**
 * `findFileState` for a file of a library, within its bounded reads.
 * @param root absolute folder of the library
 * @throws {UnansweredError}
 */
export async function findLibraryFileState(root: string, absolutePath: string): Promise<FileIdentity | undefined> {
  return libraryReads.run(root, async () => findFileState(absolutePath));
}

/** `findFileState` for worker threads. */
export function findFileStateNow(absolutePath: string): FileIdentity | undefined {
  try {
    return toFileIdentity(statSync(absolutePath));
  } catch (error) {
    if (isAbsence(error)) return undefined;
    throw error;
  }
}
