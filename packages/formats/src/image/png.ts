import { type Measured } from './measure.ts';

/**
 * Reads IHDR, the first chunk (pictures for old iPhones put `CgBI` before it).
 * @see PNG specification, third edition, section 11.2.1
 */
export function measurePng(head: Buffer): Measured {
  let at = 8;
  for (let chunk = 0; chunk < 2; chunk++) {
    if (at + 16 > head.length) return { more: at + 16 };
    const length = head.readUInt32BE(at); // 0 u32 bytes of content
    const type = head.toString('latin1', at + 4, at + 8); // 4 chunk type
    //  8 u32 width, 12 u32 height
    if (type === 'IHDR') return { width: head.readUInt32BE(at + 8), height: head.readUInt32BE(at + 12) };
    at += 12 + length;
  }
  return undefined;
}
