import { crc32 } from 'node:zlib';

/** Marks the end of a complete file. */
const MAGIC = 0x4c43_5431;
/** u32 magic, u32 CRC-32 of the content, u32 its length. */
const SEAL_BYTES = 12;

/** Appends a seal, which tells later whether all bytes reached the disk. */
export function addSeal(bytes: Uint8Array): Buffer {
  const file = Buffer.allocUnsafe(bytes.byteLength + SEAL_BYTES);
  file.set(bytes);
  file.writeUInt32BE(MAGIC, bytes.byteLength);
  file.writeUInt32BE(crc32(bytes), bytes.byteLength + 4);
  file.writeUInt32BE(bytes.byteLength, bytes.byteLength + 8);
  return file;
}

/**
 * The bytes before a seal, without a copy.
 * @param thorough also verifies the CRC
 * @returns undefined when the file is truncated or has no seal
 */
export function removeSeal(file: Buffer, thorough: boolean): Buffer | undefined {
  const length = file.length - SEAL_BYTES;
  if (length < 0 || file.readUInt32BE(length) !== MAGIC || file.readUInt32BE(length + 8) !== length) return undefined;
  const bytes = file.subarray(0, length);
  return !thorough || crc32(bytes) === file.readUInt32BE(length + 4) ? bytes : undefined;
}
