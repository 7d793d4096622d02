import { crc32 } from 'node:zlib';
import { FormatError } from '../format-error.ts';
import { decodeLooseUtf8 } from '../name-encoding.ts';
import { type ByteSource } from '../source.ts';
import { type Collected, collectHeaders } from './collect-headers.ts';
import { type RarFileHeader, type RarIndex } from './header.ts';
import { readVint, type VintReader, vintReader } from './vint.ts';

/** Bytes of the signature `Rar!\x1a\x07\x01\x00`. */
const SIGNATURE = 8;
/** The size field has three bytes of seven bits at most. */
const MAX_HEADER = 2 * 1024 * 1024;
/** The unpacker holds the window in memory. */
const MAX_WINDOW = 256 * 1024 * 1024;
/** Longer than nearly every header. */
const FIRST_READ = 512;

const MAIN = 1;
const FILE = 2;
const SERVICE = 3;
const ENCRYPTION = 4;
const END = 5;

/** Header flags. */
const HAS_EXTRA = 1;
const HAS_DATA = 2;
const SPLIT = 0x18;

/** Records of the extra area of a file. */
const EXTRA_ENCRYPTION = 1;
const EXTRA_VERSION = 4;
const EXTRA_REDIRECT = 5;

interface Block {
  readonly at: number;
  readonly type: number;
  readonly flags: number;
  /** Whole header with checksum and size. */
  readonly size: number;
  readonly dataLength: number;
  /** Fields after flags and sizes, without the extra area. */
  readonly fields: VintReader;
  readonly extra: Buffer;
}

/**
 * Lists a RAR 5 (or 7) archive by its headers, unpacking nothing.
 * @param start offset of the signature (not 0 in a self-extractor)
 * @param limit of entries; one more is read to detect the excess
 * @throws {FormatError} `rar.encrypted` for encrypted headers, `rar.bad-header` or `rar.truncated` when none is
 *   readable
 * @see RAR 5.0 archive format, technote of rarlab
 */
export function readRar5Headers(source: ByteSource, start: number, limit: number): RarIndex {
  const main = readMain(source, start + SIGNATURE);
  const index = collectHeaders(source, { from: main.next, limit, solid: main.solid }, takeHeader);
  return { kind: 'rar5', ...index, multiVolume: main.multiVolume || index.multiVolume };
}

function takeHeader(source: ByteSource, at: number, collected: Collected): number | undefined {
  const block = readBlock(source, at);
  if (block.type === END) {
    collected.ended = true;
    collected.moreVolumes = (block.fields.vint() & 1) === 1; // vint end flags: 1 the next volume follows
    return undefined;
  }
  if (block.type === ENCRYPTION) throw encryptedHeaders(at);
  if (block.type === FILE) collected.files.push(readFile(block));
  else if (block.type === SERVICE) collected.comment = readComment(source, block) ?? collected.comment;
  return at + block.size + block.dataLength;
}

interface MainHeader {
  readonly next: number;
  readonly solid: boolean;
  readonly multiVolume: boolean;
}

function readMain(source: ByteSource, at: number): MainHeader {
  const block = readBlock(source, at);
  if (block.type === ENCRYPTION) throw encryptedHeaders(at);
  if (block.type !== MAIN) throw new FormatError('rar.bad-header', `Expected the main header at ${at}`, { offset: at });
  const flags = block.fields.vint(); // vint archive flags: 1 volume, 2 volume number follows, 4 solid
  const volume = (flags & 2) !== 0 ? block.fields.vint() : 0; // vint volume number, 0 for the first
  const next = at + block.size + block.dataLength;
  return { next, solid: (flags & 4) !== 0, multiVolume: (flags & 1) === 1 && volume > 0 };
}

function encryptedHeaders(at: number): FormatError {
  return new FormatError('rar.encrypted', 'The list of entries is encrypted', { offset: at });
}

function readBlock(source: ByteSource, at: number): Block {
  const head = source.readUpTo(at, FIRST_READ);
  if (head.length < 7) throw new FormatError('rar.truncated', `The header at ${at} is cut off`, { offset: at });
  // 0 u32 CRC-32 of what follows, 4 vint bytes of what follows the size
  const size = readVint(head, 4);
  const total = 4 + size.width + size.value;
  if (size.value < 2 || total > MAX_HEADER) {
    throw new FormatError('rar.bad-header', `The header at ${at} has an impossible length`, { offset: at });
  }
  const bytes = total <= head.length ? head.subarray(0, total) : source.readUpTo(at, total);
  if (bytes.length < total) throw new FormatError('rar.truncated', `The header at ${at} is cut off`, { offset: at });
  if (crc32(bytes.subarray(4)) !== bytes.readUInt32LE(0)) {
    throw new FormatError('rar.bad-header', `The header at ${at} is damaged: its checksum is wrong`, { offset: at });
  }
  const reader = vintReader(bytes, 4 + size.width, at);
  const type = reader.vint(); // vint type
  const flags = reader.vint(); // vint flags
  const extraLength = (flags & HAS_EXTRA) !== 0 ? reader.vint() : 0; // vint bytes of the extra area
  const dataLength = (flags & HAS_DATA) !== 0 ? reader.vint() : 0; // vint bytes of data behind the header
  if (extraLength > total - reader.at()) {
    throw new FormatError('rar.bad-header', `The extra area of the header at ${at} is larger than it`, { offset: at });
  }
  const extraAt = total - extraLength;
  const fields = vintReader(bytes.subarray(0, extraAt), reader.at(), at);
  return { at, type, flags, size: total, dataLength, fields, extra: bytes.subarray(extraAt) };
}

function readFile(block: Block): RarFileHeader {
  const { fields, at, size } = block;
  const flags = fields.vint(); // vint file flags: 1 folder, 2 time, 4 CRC-32, 8 unknown length
  const length = fields.vint(); // vint expanded bytes
  fields.vint(); // vint attributes
  if ((flags & 2) !== 0) fields.u32(); // u32 modification time
  const crc = (flags & 4) !== 0 ? fields.u32() : null; // u32 CRC-32
  const compression = fields.vint(); // vint: bits 0-5 version, 6 solid, 7-9 method, 10-14 window
  fields.vint(); // vint system
  const rawName = fields.bytes(fields.vint()); // vint bytes of the name, then the name in UTF-8
  const extra = readExtra(block.extra, at);
  const window = 0x2_0000 * 2 ** ((compression >>> 10) & 0xf); // 128 KiB times a power of two
  const stored = ((compression >>> 7) & 7) === 0;
  return {
    rawName,
    name: decodeLooseUtf8(rawName) + extra.suffix,
    isDirectory: (flags & 1) !== 0,
    encrypted: extra.encrypted,
    length: (flags & 8) !== 0 ? null : length,
    crc,
    stored,
    supported: stored || ((compression & 0x3f) === 0 && window <= MAX_WINDOW),
    split: (block.flags & SPLIT) !== 0,
    redirect: extra.redirect,
    header: { offset: at, length: size },
    packed: { offset: at + size, length: block.dataLength },
  };
}

interface Extra {
  encrypted: boolean;
  suffix: string;
  redirect: RarFileHeader['redirect'];
}

/** A damaged record ends the list; the entry stays readable by earlier fields. */
function readExtra(extra: Buffer, at: number): Extra {
  const found: Extra = { encrypted: false, suffix: '', redirect: null };
  let position = 0;
  while (position < extra.length) {
    try {
      const size = readVint(extra, position); // vint bytes of the record behind this field
      const end = position + size.width + size.value;
      if (end > extra.length) break;
      readRecord(vintReader(extra.subarray(0, end), position + size.width, at), found);
      position = end;
    } catch (error) {
      if (!(error instanceof FormatError)) throw error;
      break;
    }
  }
  return found;
}

function readRecord(record: VintReader, found: Extra): void {
  const type = record.vint(); // vint record type
  if (type === EXTRA_ENCRYPTION) found.encrypted = true;
  else if (type === EXTRA_VERSION) {
    record.vint(); // vint flags
    // An old version of a file is no page: the suffix hides the picture's extension.
    found.suffix = `;${record.vint()}`;
  } else if (type === EXTRA_REDIRECT) {
    found.redirect = { kind: 'link' };
    const kind = record.vint(); // vint: 1 to 3 links of file systems, 4 hard link, 5 copy of another entry
    record.vint(); // vint flags
    const target = decodeLooseUtf8(record.bytes(record.vint()));
    if (kind === 4 || kind === 5) found.redirect = { kind: 'copy', target };
  }
}

/** An uncompressed comment. */
function readComment(source: ByteSource, block: Block): Buffer | undefined {
  const file = readFile(block);
  if (!file.stored || file.encrypted || file.rawName.toString('latin1') !== 'CMT') return undefined;
  if (file.packed.length > 0x4_0000) return undefined;
  const bytes = source.readUpTo(file.packed.offset, file.packed.length);
  return bytes.at(-1) === 0 ? bytes.subarray(0, -1) : bytes;
}
