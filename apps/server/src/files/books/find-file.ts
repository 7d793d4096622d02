import { readFile, stat } from 'node:fs/promises';

function isAbsence(error: unknown): boolean {
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

/** Size and modification time (milliseconds, fraction cut off) of a file as it is now; undefined when it is not there. */
export async function findFileState(
  absolutePath: string,
): Promise<{ readonly size: number; readonly modifiedAt: number } | undefined> {
  try {
    const stats = await stat(absolutePath);
    return { size: stats.size, modifiedAt: Math.floor(stats.mtimeMs) };
  } catch (error) {
    if (isAbsence(error)) return undefined;
    throw error;
  }
}
