import { open } from 'node:fs/promises';
import { isAbsence } from '../opening/system-errors.ts';

/** A part of a file. */
export interface FilePart {
  readonly offset: number;
  readonly bytes: Buffer;
}

/**
 * Creates an empty file for parts.
 * @param mode permission bits
 * @throws {Error} `EEXIST`
 */
export async function createPartFile(absolutePath: string, mode: number): Promise<void> {
  await using _handle = await open(absolutePath, 'wx', mode);
}

/**
 * Writes a part behind the parts before it, or again over itself.
 * @param flush true to return when the bytes are on the disk
 * @returns where the part ends; the size of the file when the part would leave a gap; undefined without such a file
 */
export async function writePart(
  absolutePath: string,
  { offset, bytes }: FilePart,
  flush = false,
): Promise<number | undefined> {
  try {
    await using handle = await open(absolutePath, 'r+');
    const { size } = await handle.stat();
    if (offset > size) return size;
    let written = 0;
    while (written < bytes.length) {
      written += (await handle.write(bytes, written, bytes.length - written, offset + written)).bytesWritten;
    }
    if (flush) await handle.datasync();
    return offset + bytes.length;
  } catch (error) {
    if (isAbsence(error)) return undefined;
    throw error;
  }
}
