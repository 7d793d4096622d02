import { viewBytes } from '../byte-view.ts';
import { FormatError } from '../format-error.ts';
import { type ByteSource } from '../source.ts';
import {
  CENTRAL_HEADER,
  END_RECORD,
  SATURATED_16,
  SATURATED_32,
  ZIP64_END_RECORD,
  ZIP64_LOCATOR,
} from './signatures.ts';

/** Fixed part of the end of central directory record. */
const FIXED = 22;
/** A comment has at most 65,535 bytes; as much junk may follow. */
const TAIL = FIXED + 2 * 0xffff;
/** Read first: most archives have no comment. */
const SHORT_TAIL = 1024;
const LOCATOR = 20;
const ZIP64_FIXED = 56;

/** Place of the central directory, and the shift of the archive by bytes before it. */
export interface Directory {
  readonly start: number;
  /** Exclusive upper bound of the directory. */
  readonly end: number;
  /** Declared entries; from 65,535 on, possibly too few. */
  readonly count: number;
  /** Added to every stated offset. */
  readonly shift: number;
  readonly comment: Buffer;
}

interface EndRecord {
  readonly count: number;
  readonly size: number;
  readonly offset: number;
  /** Offset of the first end record. */
  readonly at: number;
  readonly comment: Buffer;
}

/**
 * Finds the central directory from the end of the file.
 * @returns undefined without a plausible directory (a truncated file, or no ZIP)
 * @throws {FormatError} `zip.multi-disk` for one disk of a set
 * @see APPNOTE.TXT 6.3.10 sections 4.3.14 to 4.3.16
 */
export function findDirectory(source: ByteSource): Directory | undefined {
  const near = searchTail(source, SHORT_TAIL);
  if (near.certain !== undefined) return near.certain;
  const { certain, possible, multiDisk } = searchTail(source, TAIL);
  const found = certain ?? possible;
  if (found === undefined && multiDisk !== undefined) throw multiDisk;
  return found;
}

interface TailFindings {
  /** Fits without shift, and its comment ends with the file. */
  readonly certain?: Directory;
  /** The last record with a directory. */
  readonly possible?: Directory;
  readonly multiDisk?: FormatError;
}

/** The comment may contain a signature or an archive: only a record that fits in every way ends the search. */
function searchTail(source: ByteSource, length: number): TailFindings {
  const tailStart = Math.max(0, source.size - length);
  const tail = source.read(tailStart, source.size - tailStart);
  const found: { possible?: Directory; multiDisk?: FormatError } = {};
  for (let at = tail.length - FIXED; at >= 0; at--) {
    at = tail.lastIndexOf('PK\u{5}\u{6}', at, 'latin1');
    if (at < 0) break;
    const directory = readEndRecord(source, tail, { tailStart, at });
    if (directory === undefined) continue;
    if (directory instanceof FormatError) found.multiDisk ??= directory;
    else if (directory.shift === 0 && at + FIXED + tail.readUInt16LE(at + 20) === tail.length)
      return { certain: directory };
    else found.possible ??= directory;
  }
  return found;
}

function readEndRecord(
  source: ByteSource,
  tail: Buffer,
  place: { readonly tailStart: number; readonly at: number },
): Directory | FormatError | undefined {
  const view = viewBytes(tail.subarray(place.at), place.tailStart + place.at, 'zip.truncated');
  if (view.length < FIXED || view.u32(0) !== END_RECORD) return undefined;
  const disk = view.u16(4); //  4 u16 number of this disk
  const directoryDisk = view.u16(6); //  6 u16 disk where the directory starts
  const record: EndRecord = {
    count: view.u16(10), // 10 u16 entries in all
    size: view.u32(12), // 12 u32 bytes of the directory
    offset: view.u32(16), // 16 u32 its offset from the start of the archive
    at: place.tailStart + place.at,
    // 20 u16 length of the comment: it may be truncated or followed by junk
    comment: tail.subarray(place.at + FIXED, Math.min(tail.length, place.at + FIXED + view.u16(20))),
  };
  if ([disk, directoryDisk].some((number) => number !== 0 && number !== SATURATED_16)) {
    return new FormatError('zip.multi-disk', 'This is one disk of a split archive', { offset: record.at });
  }
  const saturated = record.count === SATURATED_16 || record.size === SATURATED_32 || record.offset === SATURATED_32;
  return locate(source, (saturated ? readZip64(source, record) : undefined) ?? record);
}

/** Reads the ZIP64 end record by its locator, or directly before the locator when bytes precede the archive. */
function readZip64(source: ByteSource, record: EndRecord): EndRecord | undefined {
  if (record.at < LOCATOR + ZIP64_FIXED) return undefined;
  const locator = viewBytes(source.read(record.at - LOCATOR, LOCATOR), record.at - LOCATOR, 'zip.truncated');
  if (locator.u32(0) !== ZIP64_LOCATOR) return undefined;
  const stated = locator.u64(8); //  8 u64 offset of the ZIP64 end record
  for (const at of [stated, record.at - LOCATOR - ZIP64_FIXED]) {
    if (at + ZIP64_FIXED > record.at) continue;
    const view = viewBytes(source.read(at, ZIP64_FIXED), at, 'zip.truncated');
    if (view.u32(0) !== ZIP64_END_RECORD) continue;
    // 32 u64 entries in all, 40 u64 bytes of the directory, 48 u64 its offset
    return { count: view.u64(32), size: view.u64(40), offset: view.u64(48), at, comment: record.comment };
  }
  return undefined;
}

function locate(source: ByteSource, record: EndRecord): Directory | undefined {
  const { count, size, offset, at, comment } = record;
  if (count === 0 && size === 0) return { start: at, end: at, count, shift: 0, comment };
  const shift = at - size - offset;
  // Junk before the archive shifts all offsets; some archives have a wrong size with right offsets.
  const candidates = [
    { start: at - size, shift },
    { start: offset, shift: 0 },
  ];
  for (const { start, shift: by } of candidates) {
    if (start < 0 || start + 4 > at || by < 0) continue;
    if (source.read(start, 4).readUInt32LE(0) === CENTRAL_HEADER) return { start, end: at, count, shift: by, comment };
  }
  return undefined;
}
