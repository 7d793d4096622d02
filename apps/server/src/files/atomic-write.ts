import { randomUUID } from 'node:crypto';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Writes a whole file so that nobody ever sees half of it: a temporary file beside it takes its name when complete.
 * Missing folders are made.
 * @param absolutePath what stands there is replaced
 */
export async function writeFileAtomically(absolutePath: string, bytes: Uint8Array): Promise<void> {
  const temporary = `${absolutePath}.${randomUUID()}.tmp`;
  await mkdir(dirname(absolutePath), { recursive: true });
  try {
    const file = await open(temporary, 'wx', 0o644);
    try {
      await file.writeFile(bytes);
    } finally {
      await file.close();
    }
    await rename(temporary, absolutePath);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}
