import { createHash } from 'node:crypto';
import { closeSync, openSync, readSync } from 'node:fs';
import { findFileStateNow } from './find-file.ts';
import type { FileIdentity } from './open-files.ts';

/** Read at a time. */
const PIECE = 256 * 1024;
/** How often whoever waits for a large file hears that it goes on. */
const TELL_MS = 1_000;

/** Of this thread, which hashes one file after the other. */
let memory: Buffer | undefined;

function hashNow(absolutePath: string, tell: () => void): string {
  memory ??= Buffer.allocUnsafeSlow(PIECE);
  const hash = createHash('sha256');
  const fd = openSync(absolutePath, 'r');
  try {
    for (let toldAt = performance.now(); ; ) {
      const length = readSync(fd, memory, 0, memory.length, null);
      if (length === 0) return hash.digest('hex');
      hash.update(memory.subarray(0, length));
      if (performance.now() - toldAt < TELL_MS) continue;
      toldAt = performance.now();
      tell();
    }
  } finally {
    closeSync(fd);
  }
}

function isThere(absolutePath: string, { size, modifiedAt }: FileIdentity): boolean {
  const found = findFileStateNow(absolutePath);
  return found?.size === size && found.modifiedAt === modifiedAt;
}

/**
 * SHA-256 of a whole file that was seen before, lower-case hex, a piece at a time; synchronous, for worker threads.
 * @param tell called now and then while a large file is read
 * @returns undefined when it is not that file, or no longer is once it has been read
 * @throws {Error} what the disk says
 */
export function hashSeenFile(absolutePath: string, seen: FileIdentity, tell: () => void): string | undefined {
  if (!isThere(absolutePath, seen)) return undefined;
  const hash = hashNow(absolutePath, tell);
  return isThere(absolutePath, seen) ? hash : undefined;
}
