import { crc32 } from 'node:zlib';

/**
 * Signature and main header of an empty archive. With the header and data of single files behind it, the unpacker
 * extracts one file of a thousand without reading the others.
 */
export function archiveStart(kind: 'rar4' | 'rar5', solid: boolean): Buffer {
  return kind === 'rar4' ? rar4Start(solid) : rar5Start(solid);
}

function rar4Start(solid: boolean): Buffer {
  // u16 checksum, u8 type 0x73, u16 flags (8 = solid), u16 size 13, six reserved bytes
  const header = Buffer.from([0, 0, 0x73, solid ? 8 : 0, 0, 13, 0, 0, 0, 0, 0, 0, 0]);
  header.writeUInt16LE(crc32(header.subarray(2)) & 0xffff, 0);
  return Buffer.concat([Buffer.from('Rar!\x1a\x07\x00', 'latin1'), header]);
}

function rar5Start(solid: boolean): Buffer {
  // u32 checksum, vint size 3, vint type 1, vint flags 0, vint archive flags (4 = solid)
  const header = Buffer.from([0, 0, 0, 0, 3, 1, 0, solid ? 4 : 0]);
  header.writeUInt32LE(crc32(header.subarray(4)), 0);
  return Buffer.concat([Buffer.from('Rar!\x1a\x07\x01\x00', 'latin1'), header]);
}
