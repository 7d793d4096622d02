import { crc32 } from 'node:zlib';

const BLOCK = 512;

/** Updates the checksum of every tar header block. */
export function repairTar(bytes: Buffer): void {
  for (let at = 0; at + BLOCK <= bytes.length; at += BLOCK) {
    const block = bytes.subarray(at, at + BLOCK);
    if (block.toString('latin1', 257, 262) !== 'ustar') continue;
    block.fill(0x20, 148, 156);
    const sum = block.reduce((total, byte) => total + byte, 0);
    block.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1');
  }
}

/** Updates the checksums of the first and last header of a 7z archive. */
export function repairSevenZip(bytes: Buffer): void {
  if (bytes.length < 32) return;
  const from = 32 + Number(bytes.readBigUInt64LE(12));
  const length = Number(bytes.readBigUInt64LE(20));
  if (from + length <= bytes.length) bytes.writeUInt32LE(crc32(bytes.subarray(from, from + length)), 28);
  bytes.writeUInt32LE(crc32(bytes.subarray(12, 32)), 8);
}
