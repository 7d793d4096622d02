import { statSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { libraryReads } from './bounded-reads.ts';
import { type FileIdentity, toFileIdentity } from './file-identity.ts';
import { isAbsence } from './system-errors.ts';

/** The bytes of a file, or undefined when it is not there. */
export async function findFile(absolutePath: string): Promise<Buffer | undefined> {
  try {
    return await readFile(absolutePath);
  } catch (error) {
    if (isAbsence(error)) return undefined;
    throw error;
  }
}

/** Size and modification time (milliseconds, fraction cut off) of a file as it is now; undefined when it is not there. */
export async function findFileState(absolutePath: string): Promise<FileIdentity | undefined> {
  try {
    return toFileIdentity(await stat(absolutePath));
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
    return toFileIdentity(statSync(absolutePath));
  } catch (error) {
    if (isAbsence(error)) return undefined;
    throw error;
  }
}
