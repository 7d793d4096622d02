import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { basename } from 'node:path';
import type { OpfSidecar, SeriesSidecar } from '@lectern/formats';
import { FormatError } from '@lectern/formats/errors';
import { readOpfSidecar, readSeriesJson } from '@lectern/formats/readers';

const MEBIBYTE = 1_048_576;
/** calibre writes some 10 kB. */
const MAX_OPF_BYTES = 4 * MEBIBYTE;
const MAX_SERIES_JSON_BYTES = MEBIBYTE;
const MAX_PICTURE_BYTES = 32 * MEBIBYTE;
/** What stands where a file was must not be followed to another place, nor keep us waiting as a pipe does. */
const CAREFUL = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

/** Fills the buffer from the start of the file; shorter when the file is. */
function fill(fd: number, buffer: Buffer): Buffer {
  let filled = 0;
  while (filled < buffer.length) {
    const count = readSync(fd, buffer, filled, buffer.length - filled, filled);
    if (count === 0) break;
    filled += count;
  }
  return buffer.subarray(0, filled);
}

/**
 * All bytes of a small file.
 * @throws {FormatError} `file.changed` when it is no file, `file.too-large`
 * @throws {Error} with a system `code`
 */
function readSmallFile(path: string, maxBytes: number): Buffer {
  const fd = openSync(path, CAREFUL);
  try {
    const stats = fstatSync(fd);
    if (!stats.isFile()) throw new FormatError('file.changed', `"${basename(path)}" is no file`);
    if (stats.size > maxBytes) {
      const message = `"${basename(path)}" has ${String(stats.size)} bytes, at most ${String(maxBytes)} are read`;
      throw new FormatError('file.too-large', message);
    }
    return fill(fd, Buffer.alloc(stats.size));
  } finally {
    closeSync(fd);
  }
}

/** Synchronous, for worker threads; throws as `readSmallFile`. */
export function readOpfFile(path: string): OpfSidecar {
  return readOpfSidecar(readSmallFile(path, MAX_OPF_BYTES));
}

/** As `readOpfFile`. */
export function readSeriesJsonFile(path: string): SeriesSidecar {
  return readSeriesJson(readSmallFile(path, MAX_SERIES_JSON_BYTES));
}

/** As `readOpfFile`; whether it is a picture is for others to find out. */
export function readPictureFile(path: string): Buffer {
  return readSmallFile(path, MAX_PICTURE_BYTES);
}
