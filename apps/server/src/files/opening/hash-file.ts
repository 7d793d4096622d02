import { createHash } from 'node:crypto';
import { closeSync, fstatSync, readSync } from 'node:fs';
import { FormatError } from '@lectern/formats/errors';
import { openInsideNow } from './open-inside-now.ts';
import type { Place } from './place.ts';
import { type FileIdentity, isSameFile, toFileIdentity } from './file-identity.ts';
import { findFileStateNow } from './find-file.ts';
import { isAbsence } from './system-errors.ts';

const PIECE = 256 * 1024;
/** Interval of progress reports. */
const TELL_MS = 1_000;

/** Shared by all files of this thread, which hashes one at a time. */
let memory: Buffer | undefined;

function hashNow(fd: number, tell: () => void): string {
  memory ??= Buffer.allocUnsafeSlow(PIECE);
  const hash = createHash('sha256');
  for (let toldAt = performance.now(); ; ) {
    const length = readSync(fd, memory, 0, memory.length, null);
    if (length === 0) return hash.digest('hex');
    hash.update(memory.subarray(0, length));
    if (performance.now() - toldAt < TELL_MS) continue;
    toldAt = performance.now();
    tell();
  }
}

function findOpened(place: Place) {
  try {
    return openInsideNow(place);
  } catch (error) {
    if (isAbsence(error) || (error instanceof FormatError && error.code === 'file.replaced')) return undefined;
    throw error;
  }
}

/**
 * SHA-256 of a whole file, lower-case hex; blocks, for worker threads.
 * @param tell called about every second for a large file
 * @returns undefined when the file changed before or during the read
 * @throws {Error} with a system `code`
 */
export function hashSeenFile(place: Place, seen: FileIdentity, tell: () => void): string | undefined {
  const opened = findOpened(place);
  if (opened === undefined) return undefined;
  const { fd, stats } = opened;
  try {
    if (!isSameFile(toFileIdentity(stats), seen)) return undefined;
    const hash = hashNow(fd, tell);
    const isUnchanged =
      isSameFile(toFileIdentity(fstatSync(fd)), seen) && isSameFile(findFileStateNow(place.path), seen);
    return isUnchanged ? hash : undefined;
  } finally {
    closeSync(fd);
  }
}
