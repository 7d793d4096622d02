import {
  CENTRAL_HEADER,
  DATA_DESCRIPTOR,
  END_RECORD,
  LOCAL_HEADER,
  SATURATED_16,
  SATURATED_32,
  ZIP64_END_RECORD,
  ZIP64_LOCATOR,
} from './signatures.ts';

/** A file for an archive. */
export interface PlannedFile {
  /** `/` separated, unique in the archive, at most 65,535 bytes in UTF-8. */
  readonly name: string;
  /** Bytes. */
  readonly size: number;
  /** Epoch milliseconds. */
  readonly modifiedAt: number;
}

/** The bytes around one file. */
export interface PlannedEntry {
  /** Before the content. */
  readonly header: () => Buffer;
  /** After the content. */
  readonly descriptor: (crc: number) => Buffer;
}

/**
 * A streamed archive of stored files: header, content and descriptor of every file, then the directory. A checksum is
 * needed only after its content.
 */
export interface ZipPlan {
  /** Exact size of the archive in bytes. */
  readonly length: number;
  readonly entries: readonly PlannedEntry[];
  /**
   * Ends the archive.
   * @param crcs CRC-32 of every file, in order
   */
  readonly directory: (crcs: readonly number[]) => Buffer;
}

interface Place {
  readonly name: Buffer;
  readonly size: number;
  readonly modifiedAt: number;
  readonly offset: number;
}

// Bit 3: CRC and sizes follow the data; bit 11: the name is UTF-8.
const FLAGS = 0x0808;
const VERSION = 20;
const VERSION_ZIP64 = 45;
/** Upper byte: Unix attributes. */
const MADE_ON_UNIX = 3 << 8;
/** A regular file, writable by its owner and readable by all. */
const FILE_MODE = 0o100644;
const LOCAL_FIXED = 30;
const CENTRAL_FIXED = 46;
const END_FIXED = 22;
const ZIP64_END_FIXED = 56;
const LOCATOR_FIXED = 20;
const TIMESTAMP_FIELD = 9;

function isLarge(value: number): boolean {
  return value >= SATURATED_32;
}

function saturated(value: number): number {
  return Math.min(value, SATURATED_32);
}

/** MS-DOS date and time in UTC: two seconds precise, 1980 to 2107 (APPNOTE 4.4.6). */
function dosTime(modifiedAt: number): number {
  const limited = Math.min(Math.max(modifiedAt, Date.UTC(1980, 0, 1)), Date.UTC(2107, 11, 31, 23, 59, 58));
  const at = new Date(limited);
  const date = ((at.getUTCFullYear() - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate();
  const time = (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1);
  return date * 0x1_0000 + time;
}

/** Whether Info-ZIP's signed 32-bit timestamp can hold the time. */
function hasTimestamp(modifiedAt: number): boolean {
  const seconds = Math.floor(modifiedAt / 1000);
  return seconds >= -0x8000_0000 && seconds <= 0x7fff_ffff;
}

/** Info-ZIP's extended timestamp, 0x5455: the exact second. */
function writeTimestamp(target: Buffer, at: number, modifiedAt: number): void {
  if (!hasTimestamp(modifiedAt)) return;
  target.writeUInt16LE(0x5455, at);
  target.writeUInt16LE(TIMESTAMP_FIELD - 4, at + 2);
  // Only the modification time follows.
  target.writeUInt8(1, at + 4);
  target.writeInt32LE(Math.floor(modifiedAt / 1000), at + 5);
}

function zip64Length(values: readonly number[]): number {
  return values.length === 0 ? 0 : 4 + values.length * 8;
}

/** Extra field 0x0001 for values above 32 bits (APPNOTE 4.5.3). @returns its end */
function writeZip64(target: Buffer, at: number, values: readonly number[]): number {
  if (values.length === 0) return at;
  target.writeUInt16LE(1, at);
  target.writeUInt16LE(values.length * 8, at + 2);
  for (const [index, value] of values.entries()) target.writeBigUInt64LE(BigInt(value), at + 4 + index * 8);
  return at + zip64Length(values);
}

function localExtraLength({ size, modifiedAt }: Place): number {
  return (isLarge(size) ? zip64Length([0, 0]) : 0) + (hasTimestamp(modifiedAt) ? TIMESTAMP_FIELD : 0);
}

function localLength(place: Place): number {
  return LOCAL_FIXED + place.name.length + localExtraLength(place);
}

/** Local file header (APPNOTE 4.3.7); CRC and sizes are in the descriptor. */
function localHeader(place: Place): Buffer {
  const { name, size, modifiedAt } = place;
  const wide = isLarge(size);
  const header = Buffer.alloc(localLength(place));
  header.writeUInt32LE(LOCAL_HEADER, 0);
  header.writeUInt16LE(wide ? VERSION_ZIP64 : VERSION, 4);
  header.writeUInt16LE(FLAGS, 6);
  // Method at 8: 0, stored.
  header.writeUInt32LE(dosTime(modifiedAt), 10);
  // CRC at 14: 0.
  header.writeUInt32LE(wide ? SATURATED_32 : 0, 18);
  header.writeUInt32LE(wide ? SATURATED_32 : 0, 22);
  header.writeUInt16LE(name.length, 26);
  header.writeUInt16LE(localExtraLength(place), 28);
  name.copy(header, LOCAL_FIXED);
  // Its presence makes the descriptor's sizes 8 bytes wide (4.3.9.2).
  const end = writeZip64(header, LOCAL_FIXED + name.length, wide ? [0, 0] : []);
  writeTimestamp(header, end, modifiedAt);
  return header;
}

function descriptorLength(size: number): number {
  return isLarge(size) ? 24 : 16;
}

/** Data descriptor (APPNOTE 4.3.9). */
function descriptor(size: number, crc: number): Buffer {
  const bytes = Buffer.alloc(descriptorLength(size));
  bytes.writeUInt32LE(DATA_DESCRIPTOR, 0);
  bytes.writeUInt32LE(crc, 4);
  if (isLarge(size)) {
    bytes.writeBigUInt64LE(BigInt(size), 8);
    bytes.writeBigUInt64LE(BigInt(size), 16);
  } else {
    bytes.writeUInt32LE(size, 8);
    bytes.writeUInt32LE(size, 12);
  }
  return bytes;
}

/** Values of an entry that need 64 bits. */
function wideValues({ size, offset }: Place): readonly number[] {
  return [...(isLarge(size) ? [size, size] : []), ...(isLarge(offset) ? [offset] : [])];
}

function centralExtraLength(place: Place): number {
  return zip64Length(wideValues(place)) + (hasTimestamp(place.modifiedAt) ? TIMESTAMP_FIELD : 0);
}

function centralLength(place: Place): number {
  return CENTRAL_FIXED + place.name.length + centralExtraLength(place);
}

/** Central directory header (APPNOTE 4.3.12), written over zeros. */
function writeCentralHeader(header: Buffer, place: Place, crc: number): void {
  const { name, size, modifiedAt, offset } = place;
  const wide = wideValues(place);
  const version = wide.length > 0 ? VERSION_ZIP64 : VERSION;
  header.writeUInt32LE(CENTRAL_HEADER, 0);
  header.writeUInt16LE(MADE_ON_UNIX | version, 4);
  header.writeUInt16LE(version, 6);
  header.writeUInt16LE(FLAGS, 8);
  // Method at 10: 0, stored.
  header.writeUInt32LE(dosTime(modifiedAt), 12);
  header.writeUInt32LE(crc, 16);
  header.writeUInt32LE(saturated(size), 20);
  header.writeUInt32LE(saturated(size), 24);
  header.writeUInt16LE(name.length, 28);
  header.writeUInt16LE(centralExtraLength(place), 30);
  // Length of the comment at 32, disk at 34, internal attributes at 36: 0.
  header.writeUInt32LE(FILE_MODE * 0x1_0000, 38);
  header.writeUInt32LE(saturated(offset), 42);
  name.copy(header, CENTRAL_FIXED);
  writeTimestamp(header, writeZip64(header, CENTRAL_FIXED + name.length, wide), modifiedAt);
}

interface Directory {
  readonly count: number;
  readonly size: number;
  readonly offset: number;
}

function needsZip64({ count, size, offset }: Directory): boolean {
  return count >= SATURATED_16 || isLarge(size) || isLarge(offset);
}

/** ZIP64 end record and locator (APPNOTE 4.3.14, 4.3.15). */
function zip64End({ count, size, offset }: Directory): Buffer {
  const record = Buffer.alloc(ZIP64_END_FIXED + LOCATOR_FIXED);
  record.writeUInt32LE(ZIP64_END_RECORD, 0);
  // Bytes of the record after this field.
  record.writeBigUInt64LE(BigInt(ZIP64_END_FIXED - 12), 4);
  record.writeUInt16LE(MADE_ON_UNIX | VERSION_ZIP64, 12);
  record.writeUInt16LE(VERSION_ZIP64, 14);
  // This disk at 16, disk of the directory at 20: 0.
  record.writeBigUInt64LE(BigInt(count), 24);
  record.writeBigUInt64LE(BigInt(count), 32);
  record.writeBigUInt64LE(BigInt(size), 40);
  record.writeBigUInt64LE(BigInt(offset), 48);
  record.writeUInt32LE(ZIP64_LOCATOR, 56);
  // Disk of the record at 60: 0.
  record.writeBigUInt64LE(BigInt(offset + size), 64);
  // Disks in all.
  record.writeUInt32LE(1, 72);
  return record;
}

/** End of central directory record (APPNOTE 4.3.16). */
function endRecord(directory: Directory): Buffer {
  const { count, size, offset } = directory;
  const end = Buffer.alloc(END_FIXED);
  end.writeUInt32LE(END_RECORD, 0);
  // Disks at 4 and 6: 0.
  end.writeUInt16LE(Math.min(count, SATURATED_16), 8);
  end.writeUInt16LE(Math.min(count, SATURATED_16), 10);
  end.writeUInt32LE(saturated(size), 12);
  end.writeUInt32LE(saturated(offset), 16);
  return needsZip64(directory) ? Buffer.concat([zip64End(directory), end]) : end;
}

function encodeName(name: string): Buffer {
  const bytes = Buffer.from(name);
  if (bytes.length > 0 && bytes.length <= SATURATED_16) return bytes;
  throw new RangeError(`A name in an archive has 1 to 65,535 bytes, found ${bytes.length}`);
}

function writeDirectory(places: readonly Place[], crcs: readonly number[], directory: Directory): Buffer {
  const end = endRecord(directory);
  const bytes = Buffer.alloc(directory.size + end.length);
  let at = 0;
  for (const [index, place] of places.entries()) {
    const crc = crcs[index];
    if (crc === undefined) throw new RangeError(`Expected ${places.length} checksums, found ${crcs.length}`);
    const next = at + centralLength(place);
    writeCentralHeader(bytes.subarray(at, next), place, crc);
    at = next;
  }
  end.copy(bytes, at);
  return bytes;
}

/** Lays out an archive of stored files before any is read, with ZIP64 where needed (APPNOTE.TXT 6.3.10). */
export function planZip(files: readonly PlannedFile[]): ZipPlan {
  const places: Place[] = [];
  let offset = 0;
  let directorySize = 0;
  for (const { name, size, modifiedAt } of files) {
    const place: Place = { name: encodeName(name), size, modifiedAt, offset };
    places.push(place);
    directorySize += centralLength(place);
    offset += localLength(place) + size + descriptorLength(size);
  }
  const directory: Directory = { count: files.length, size: directorySize, offset };
  return {
    length: offset + directorySize + endRecord(directory).length,
    entries: places.map((place) => ({
      header: () => localHeader(place),
      descriptor: (crc) => descriptor(place.size, crc),
    })),
    directory: (crcs) => writeDirectory(places, crcs, directory),
  };
}
