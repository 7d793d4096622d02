import { randomUUID } from 'node:crypto';
import { type FileHandle, mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';

/** A new file. Its folder is nearly always there: it is made only when it turns out to be missing. */
async function create(absolutePath: string): Promise<FileHandle> {
  try {
    return await open(absolutePath, 'wx', 0o644);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
    await mkdir(dirname(absolutePath), { recursive: true });
    return open(absolutePath, 'wx', 0o644);
  }
}

/**
 * Writes a whole file so that nobody ever sees half of it: a temporary file beside it takes its name when complete.
 * Missing folders are made. With `flush` it waits until the bytes are on the disk, so that a power cut takes none of them.
 * @param absolutePath what stands there is replaced
 */
export async function writeFileAtomically(
  absolutePath: string,
  bytes: Uint8Array,
  { flush = false }: { readonly flush?: boolean } = {},
): Promise<void> {
  const temporary = `${absolutePath}.${randomUUID()}.tmp`;
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
