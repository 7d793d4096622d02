import { type Measured } from './measure.ts';

/**
 * Reads the logical screen size.
 * @see GIF89a specification, section 18
 */
export function measureGif(head: Buffer): Measured {
  if (head.length < 10) return { more: 10 };
  // 6 u16 width, 8 u16 height
  return { width: head.readUInt16LE(6), height: head.readUInt16LE(8) };
}
