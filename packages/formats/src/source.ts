import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { FormatError } from './format-error.ts';

/**
 * Random access to an open file. Reads are synchronous: readers run in worker threads, where a synchronous read costs a
 * tenth of an awaited one.
 */
export interface ByteSource extends Disposable {
  readonly path: string;
  /** Bytes at opening. */
  readonly size: number;
  /** Owned by the source. */
  readonly fd: number;
  /**
   * Exactly `length` bytes from `offset` in a new buffer.
   * @throws {FormatError} `file.changed` when the file ends before
   */
  readonly read: (offset: number, length: number) => Buffer;
  /** Up to `length` bytes, fewer at the end of the file. */
  readonly readUpTo: (offset: number, length: number) => Buffer;
  /**
   * `read` into memory that the next `look` of any file overwrites. A scan reads thousands of heads, and garbage costs
   * more than reading.
   */
  readonly look: (offset: number, length: number) => Buffer;
}

/** An absolute path, or a file that its owner opens; the reader closes the descriptor. */
export type FileToOpen = string | { readonly path: string; readonly open: () => number };

/** A longer look allocates its own memory. */
const MOST_LOOKED_AT = 1024 * 1024;
let lookedAt = Buffer.alloc(0);

/** Shared memory of looks, which grows at least twofold. */
function lookingMemory(length: number): Buffer {
  if (length > MOST_LOOKED_AT) return Buffer.allocUnsafeSlow(length);
  if (length > lookedAt.length) {
    lookedAt = Buffer.allocUnsafeSlow(Math.min(MOST_LOOKED_AT, Math.max(length, lookedAt.length * 2)));
  }
  return lookedAt.subarray(0, length);
}

/**
 * Opens a file for random access; the caller disposes it.
 * @throws {Error} with a system `code` (`ENOENT`, `EACCES`, `EIO` …), never a FormatError; or the error of the file's
 *   `open`
 */
export function openSource(file: FileToOpen): ByteSource {
  const path = typeof file === 'string' ? file : file.path;
  const fd = typeof file === 'string' ? openSync(file, 'r') : file.open();
  let open = true;
  try {
    const { size } = fstatSync(fd);
    return {
      path,
      size,
      fd,
      readUpTo: (offset, length) => readUpTo(fd, offset, Buffer.allocUnsafe(length)),
      look: (offset, length) => readUpTo(fd, offset, lookingMemory(length)),
      read: (offset, length) => readRange(fd, offset, length),
      [Symbol.dispose]: () => {
        if (open) closeSync(fd);
        open = false;
      },
    };
  } catch (error) {
    closeSync(fd);
    throw error;
  }
}

/**
 * Exactly `length` bytes from `offset` of a descriptor, in a new buffer.
 * @throws {FormatError} `file.changed` when the file ends before
 */
export function readRange(fd: number, offset: number, length: number): Buffer {
  const bytes = Buffer.allocUnsafe(length);
  readInto(fd, offset, bytes);
  return bytes;
}

/**
 * Exactly `length` bytes in memory that the next look overwrites.
 * @throws {FormatError} `file.changed` when the file ends before
 */
export function lookAt(file: Pick<ByteSource, 'look' | 'read'>, offset: number, length: number): Buffer {
  const seen = file.look(offset, length);
  return seen.length === length ? seen : file.read(offset, length);
}

/**
 * Fills `target` from `offset` of a descriptor.
 * @throws {FormatError} `file.changed` when the file ends before
 */
export function readInto(fd: number, offset: number, target: Uint8Array): void {
  const filled = fill(fd, offset, target);
  if (filled === target.length) return;
  const message = `Cannot read ${target.length} bytes at ${offset}: the file ends after ${filled}`;
  throw new FormatError('file.changed', message, { offset });
}

function readUpTo(fd: number, offset: number, target: Buffer): Buffer {
  const filled = fill(fd, offset, target);
  return filled === target.length ? target : target.subarray(0, filled);
}

/** Returns the number of bytes read. */
function fill(fd: number, offset: number, target: Uint8Array): number {
  let filled = 0;
  while (filled < target.length) {
    const count = readSync(fd, target, filled, target.length - filled, offset + filled);
    if (count === 0) break;
    filled += count;
  }
  return filled;
}
