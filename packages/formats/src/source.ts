import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { FormatError } from './format-error.ts';

/**
 * Random access to one open file. Reads are synchronous: readers run in worker threads, where nothing waits for them, and a
 * synchronous read costs a tenth of an awaited one.
 */
export interface ByteSource extends Disposable {
  readonly path: string;
  /** Bytes at opening time. */
  readonly size: number;
  /** The open descriptor, owned by the source. */
  readonly fd: number;
  /**
   * Exactly `length` bytes from `offset` in a new buffer.
   * @throws {FormatError} `file.changed` when the file ends before (it shrank since it was opened, or the range is wrong)
   */
  readonly read: (offset: number, length: number) => Buffer;
  /** Up to `length` bytes: fewer when the file ends. */
  readonly readUpTo: (offset: number, length: number) => Buffer;
  /**
   * The same in memory that the next look, at whatever file, writes into: for who is done with the bytes by then. Thousands of pages
   * are looked at in a scan, and garbage costs more than reading.
   */
  readonly look: (offset: number, length: number) => Buffer;
}

/** A file by its absolute path, or one that its owner opens: the descriptor is then for the reader to close. */
export type FileToOpen = string | { readonly path: string; readonly open: () => number };

/** A look at more bytes takes memory of its own. */
const MOST_LOOKED_AT = 1024 * 1024;
let lookedAt = Buffer.alloc(0);

/** Memory for a look, at least twice as much as the last time it was too little. */
function lookingMemory(length: number): Buffer {
  if (length > MOST_LOOKED_AT) return Buffer.allocUnsafeSlow(length);
  if (length > lookedAt.length) {
    lookedAt = Buffer.allocUnsafeSlow(Math.min(MOST_LOOKED_AT, Math.max(length, lookedAt.length * 2)));
  }
  return lookedAt.subarray(0, length);
}

/**
 * Opens a file for random access; the caller disposes it.
 * @throws {Error} with a system `code` (`ENOENT`, `EACCES`, `EIO` …) when the disk refuses: never a FormatError; what `open` of the
 *   file throws
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
 * Exactly `length` bytes from `offset` of an open descriptor, in a new buffer.
 * @throws {FormatError} `file.changed` when the file ends before
 */
export function readRange(fd: number, offset: number, length: number): Buffer {
  const bytes = Buffer.allocUnsafe(length);
  readInto(fd, offset, bytes);
  return bytes;
}

/**
 * Exactly `length` bytes, in memory that the next look takes.
 * @throws {FormatError} `file.changed` when the file ends before
 */
export function lookAt(file: Pick<ByteSource, 'look' | 'read'>, offset: number, length: number): Buffer {
  const seen = file.look(offset, length);
  return seen.length === length ? seen : file.read(offset, length);
}

/**
 * Fills `target` with the bytes from `offset` of an open descriptor: for memory that is there already.
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

/** Number of bytes that there were. */
function fill(fd: number, offset: number, target: Uint8Array): number {
  let filled = 0;
  while (filled < target.length) {
    const count = readSync(fd, target, filled, target.length - filled, offset + filled);
    if (count === 0) break;
    filled += count;
  }
  return filled;
}
