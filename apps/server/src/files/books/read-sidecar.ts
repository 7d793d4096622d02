import { closeSync, readSync } from 'node:fs';
import { basename } from 'node:path';
import type { OpfSidecar, SeriesSidecar } from '@lectern/formats';
import { FormatError } from '@lectern/formats/errors';
import { readOpfSidecar, readSeriesJson } from '@lectern/formats/readers';
import { openUnlinkedNow } from '../opening/open-inside-now.ts';
import type { Place } from '../opening/place.ts';

const MEBIBYTE = 1_048_576;
/** calibre writes some 10 kB. */
const MAX_OPF_BYTES = 4 * MEBIBYTE;
const MAX_SERIES_JSON_BYTES = MEBIBYTE;
const MAX_PICTURE_BYTES = 32 * MEBIBYTE;

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
 * All bytes of a small file; no link is followed to it.
 * @throws {FormatError} `file.replaced` when it is no file, `file.too-large`
 * @throws {Error} with a system `code`
 */
function readSmallFile(place: Place, maxBytes: number): Buffer {
  const { fd, stats } = openUnlinkedNow(place);
  try {
    if (stats.size > maxBytes) {
      const message = `"${basename(place.path)}" has ${String(stats.size)} bytes, at most ${String(maxBytes)} are read`;
      throw new FormatError('file.too-large', message);
    }
    return fill(fd, Buffer.alloc(stats.size));
  } finally {
    closeSync(fd);
  }
}

/** Synchronous, for worker threads; throws as `readSmallFile`. */
export function readOpfFile(place: Place): OpfSidecar {
  return readOpfSidecar(readSmallFile(place, MAX_OPF_BYTES));
}

/** As `readOpfFile`. */
export function readSeriesJsonFile(place: Place): SeriesSidecar {
  return readSeriesJson(readSmallFile(place, MAX_SERIES_JSON_BYTES));
}

/** As `readOpfFile`; whether it is a picture is for others to find out. */
export function readPictureFile(place: Place): Buffer {
  return readSmallFile(place, MAX_PICTURE_BYTES);
}
