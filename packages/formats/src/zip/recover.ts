import { type ByteSource } from '../source.ts';
import { type EntryHeader } from './central-header.ts';
import { LOCAL_FIXED, type LocalHeader, readLocalHeader } from './local-header.ts';
import { SATURATED_32 } from './signatures.ts';

/** Bytes of one read. */
const CHUNK = 256 * 1024;
/** signature, CRC-32, packed and expanded bytes, u32 each */
const DESCRIPTOR = 16;
/** Bit 3: CRC and sizes follow the data. */
const STREAMED = 8;

/**
 * Lists a truncated archive by its local headers, up to the first byte that is none. An entry with truncated data is
 * listed: its range ends past the file. A truncated name ends the list.
 * @param limit of entries
 */
export function recoverHeaders(source: ByteSource, limit: number): readonly EntryHeader[] {
  const headers: EntryHeader[] = [];
  let at = 0;
  while (headers.length < limit && at + LOCAL_FIXED < source.size) {
    const window = source.readUpTo(at, LOCAL_FIXED + 1024);
    const local = readLocalHeader(window, at);
    if (local === undefined) break;
    const rawName = source.readUpTo(at + LOCAL_FIXED, local.nameLength);
    const dataAt = at + LOCAL_FIXED + local.nameLength + local.extraLength;
    if (rawName.length < local.nameLength || dataAt > source.size) break;
    const sizes = readSizes(source, local, dataAt);
    if (sizes === undefined) break;
    headers.push({ ...toEntryHeader(local, rawName, at), ...sizes.sizes });
    at = sizes.next;
  }
  return headers;
}

interface FoundSizes {
  readonly sizes: Pick<EntryHeader, 'crc' | 'packedLength' | 'length'>;
  readonly next: number;
}

function readSizes(source: ByteSource, local: LocalHeader, dataAt: number): FoundSizes | undefined {
  const { crc, packedLength, length } = local;
  if (packedLength === SATURATED_32 || length === SATURATED_32) return undefined;
  if ((local.flags & STREAMED) === 0 || packedLength > 0) {
    const next = dataAt + packedLength;
    return { sizes: { crc, packedLength, length }, next: skipDescriptor(source, local, next) };
  }
  return findDescriptor(source, dataAt) ?? cutSizes(source, dataAt);
}

function skipDescriptor(source: ByteSource, local: LocalHeader, at: number): number {
  if ((local.flags & STREAMED) === 0) return at;
  return isDescriptor(source.readUpTo(at, 4), 0) ? at + DESCRIPTOR : at;
}

/** Finds the descriptor whose packed length equals its distance from the data, which pixels never match by chance. */
function findDescriptor(source: ByteSource, dataAt: number): FoundSizes | undefined {
  for (let chunkAt = dataAt; chunkAt + DESCRIPTOR <= source.size; chunkAt += CHUNK) {
    const chunk = source.readUpTo(chunkAt, CHUNK + DESCRIPTOR);
    for (
      let at = chunk.indexOf('PK\u{7}\u{8}', 0, 'latin1');
      at >= 0;
      at = chunk.indexOf('PK\u{7}\u{8}', at + 1, 'latin1')
    ) {
      if (at >= CHUNK || at + DESCRIPTOR > chunk.length) break;
      const packedLength = chunk.readUInt32LE(at + 8);
      if (packedLength !== chunkAt + at - dataAt) continue;
      const sizes = { crc: chunk.readUInt32LE(at + 4), packedLength, length: chunk.readUInt32LE(at + 12) };
      return { sizes, next: chunkAt + at + DESCRIPTOR };
    }
  }
  return undefined;
}

/** Without a descriptor the end is unknown: the entry is listed as reaching past the end of the file. */
function cutSizes(source: ByteSource, dataAt: number): FoundSizes {
  const packedLength = source.size - dataAt + 1;
  return { sizes: { crc: 0, packedLength, length: packedLength }, next: source.size };
}

function isDescriptor(bytes: Buffer, at: number): boolean {
  return bytes.indexOf('PK\u{7}\u{8}', at, 'latin1') === at;
}

function toEntryHeader(local: LocalHeader, rawName: Buffer, at: number): EntryHeader {
  return {
    rawName,
    flags: local.flags,
    method: local.method,
    crc: local.crc,
    packedLength: local.packedLength,
    length: local.length,
    localOffset: at,
    mode: 0,
    isFolder: false,
    unicodeName: undefined,
    broken: false,
    damagedExtra: false,
  };
}
