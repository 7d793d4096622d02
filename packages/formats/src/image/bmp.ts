import { type Measured } from './measure.ts';

/** The oldest header, of OS/2, has 16-bit sizes. */
const CORE_HEADER = 12;

/** Reads the bitmap header after the 14-byte file header. */
export function measureBmp(head: Buffer): Measured {
  if (head.length < 26) return { more: 26 };
  const headerSize = head.readUInt32LE(14); // 14 u32 bytes of the bitmap header
  // 18 u16 width, 20 u16 height
  if (headerSize === CORE_HEADER) return { width: head.readUInt16LE(18), height: head.readUInt16LE(20) };
  // 18 i32 width, 22 i32 height; negative for rows from the top
  return { width: Math.abs(head.readInt32LE(18)), height: Math.abs(head.readInt32LE(22)) };
}
