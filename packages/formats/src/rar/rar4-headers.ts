import { crc32 } from 'node:zlib';
import { type ByteView, viewBytes } from '../byte-view.ts';
import { FormatError } from '../format-error.ts';
import { type ByteSource } from '../source.ts';
import { type Collected, collectHeaders } from './collect-headers.ts';
import { type RarFileHeader, type RarIndex } from './header.ts';
import { decodeRar4Name } from './rar4-name.ts';

/** Bytes of the signature `Rar!\x1a\x07\x00`. */
const SIGNATURE = 7;
/** CRC u16, type u8, flags u16, size u16 */
const FIXED = 7;
/** Up to the name, without the high halves of large files. */
const FILE_FIXED = 32;
/** Later versions use the other generation. */
const NEWEST_ALGORITHM = 29;
const STORED = 0x30;

const MAIN = 0x73;
const FILE = 0x74;
const SUBBLOCK = 0x7a;
const END = 0x7b;

/** Flags of the main header. */
const MAIN_SOLID = 0x08;
const MAIN_ENCRYPTED = 0x80;

/** Flags of a file header. */
const SPLIT = 0x03;
const PASSWORD = 0x04;
const SOLID = 0x10;
const FOLDER = 0xe0;
const LARGE = 0x100;
const UNICODE = 0x200;
const VERSION = 0x800;
/** A u32 with the bytes behind the header. */
const LONG_BLOCK = 0x8000;

interface Block {
  readonly at: number;
  readonly type: number;
  readonly flags: number;
  readonly size: number;
  /** Offset after the data. */
  readonly next: number;
  readonly view: ByteView;
  readonly bytes: Buffer;
}

/**
 * Lists a RAR 1.5 to 4 archive by its headers, unpacking nothing.
 * @param start offset of the signature (not 0 in a self-extractor)
 * @param limit of entries; one more is read to detect the excess
 * @throws {FormatError} `rar.encrypted` for encrypted headers, `rar.bad-header` or `rar.truncated` when none is
 *   readable
 * @see technote.txt of RAR 4.20
 */
export function readRar4Headers(source: ByteSource, start: number, limit: number): RarIndex {
  const main = readMain(source, start + SIGNATURE);
  const walk = { from: main.next, limit, solid: (main.flags & MAIN_SOLID) !== 0 };
  return { kind: 'rar4', ...collectHeaders(source, walk, takeHeader) };
}

function takeHeader(source: ByteSource, at: number, collected: Collected): number | undefined {
  // Fewer bytes than a header are padding.
  if (at + FIXED > source.size) return undefined;
  const block = readBlock(source, at);
  if (block.type === END) {
    collected.ended = true;
    collected.moreVolumes = (block.flags & 1) === 1;
    return undefined;
  }
  if (block.type === FILE) {
    collected.files.push(readFile(block));
    collected.solid ||= (block.flags & SOLID) !== 0;
  } else if (block.type === SUBBLOCK) collected.comment = readComment(source, block) ?? collected.comment;
  return block.next;
}

function readMain(source: ByteSource, at: number): Block {
  const block = readBlock(source, at);
  if (block.type !== MAIN) throw new FormatError('rar.bad-header', `Expected the main header at ${at}`, { offset: at });
  if ((block.flags & MAIN_ENCRYPTED) === 0) return block;
  throw new FormatError('rar.encrypted', 'The list of entries is encrypted', { offset: at });
}

function readBlock(source: ByteSource, at: number): Block {
  const fixed = viewBytes(source.readUpTo(at, FIXED), at, 'rar.truncated');
  const crc = fixed.u16(0); //  0 u16 low half of the CRC-32 of what follows
  const type = fixed.u8(2); //  2 u8 type
  const flags = fixed.u16(3); //  3 u16 flags
  const size = fixed.u16(5); //  5 u16 bytes of this header
  if (size < FIXED) throw new FormatError('rar.bad-header', `The header at ${at} has no length`, { offset: at });
  const bytes = source.readUpTo(at, size);
  const view = viewBytes(bytes, at, 'rar.truncated');
  view.bytes(0, size);
  const found = crc32(bytes.subarray(2, coveredLength(type, flags, view))) & 0xffff;
  if (found !== crc && isChecked(type)) {
    throw new FormatError('rar.bad-header', `The header at ${at} is damaged: its checksum is wrong`, { offset: at });
  }
  const data = hasData(type, flags) ? view.u32(7) + readHighSize(type, flags, view) * 0x1_0000_0000 : 0; //  7 u32 data
  return { at, type, flags, size, next: at + size + data, view, bytes };
}

/** An old-style comment inside the header is outside the checksum. */
function coveredLength(type: number, flags: number, view: ByteView): number {
  if (type === MAIN && (flags & 0x02) !== 0) return 13;
  if (type !== FILE || (flags & 0x08) === 0) return view.length;
  return FILE_FIXED + ((flags & LARGE) !== 0 ? 8 : 0) + view.u16(26) + ((flags & 0x400) !== 0 ? 8 : 0);
}

function isChecked(type: number): boolean {
  return type === MAIN || type === FILE || type === SUBBLOCK || type === END;
}

function hasData(type: number, flags: number): boolean {
  return type === FILE || type === SUBBLOCK || (flags & LONG_BLOCK) !== 0;
}

function readHighSize(type: number, flags: number, view: ByteView): number {
  return (type === FILE || type === SUBBLOCK) && (flags & LARGE) !== 0 ? view.u32(FILE_FIXED) : 0;
}

function readFile(block: Block): RarFileHeader {
  const { view, flags, at, size } = block;
  const large = (flags & LARGE) !== 0;
  const low = view.u32(11); // 11 u32 expanded bytes
  const length = low + (large ? view.u32(FILE_FIXED + 4) * 0x1_0000_0000 : 0);
  const method = view.u8(25); // 25 u8 method: 0x30 stored to 0x35 best
  const nameLength = view.u16(26); // 26 u16 bytes of the name
  const attributes = view.u32(28); // 28 u32 attributes, a Unix mode when made there
  const unix = view.u8(15) === 3; // 15 u8 system, 3 = Unix
  const rawName = view.bytes(FILE_FIXED + (large ? 8 : 0), nameLength);
  const packedLength = block.next - at - size;
  return {
    ...readName(rawName, flags),
    isDirectory: (flags & FOLDER) === FOLDER,
    encrypted: (flags & PASSWORD) !== 0,
    length: low === 0xffff_ffff && !large ? null : length,
    crc: view.u32(16), // 16 u32 CRC-32
    stored: method === STORED,
    supported: method === STORED || (method <= 0x35 && view.u8(24) <= NEWEST_ALGORITHM), // 24 u8 version times ten
    split: (flags & SPLIT) !== 0,
    redirect: unix && (attributes & 0xf000) === 0xa000 ? { kind: 'link' } : null,
    header: { offset: at, length: size },
    packed: { offset: at + size, length: packedLength },
  };
}

function readName(rawName: Buffer, flags: number): Pick<RarFileHeader, 'rawName' | 'name'> {
  const { plain, decoded } = (flags & UNICODE) === 0 ? { plain: rawName, decoded: undefined } : decodeRar4Name(rawName);
  // An old version of a file is no page: `;` hides the picture's extension.
  const marked = (flags & VERSION) !== 0 ? Buffer.concat([plain, Buffer.from(';')]) : plain;
  return { rawName: marked, name: decoded === undefined || marked === plain ? decoded : `${decoded};` };
}

/** An uncompressed comment; most tools compress it. */
function readComment(source: ByteSource, block: Block): Buffer | undefined {
  const file = readFile(block);
  if (!file.stored || file.encrypted || file.rawName.toString('latin1') !== 'CMT') return undefined;
  if (file.packed.length > 0xffff) return undefined;
  return source.readUpTo(file.packed.offset, file.packed.length);
}
