import { type Measured } from './measure.ts';

/**
 * Reads the first chunk: lossy, lossless, or the canvas of an extended file.
 * @see RFC 9649 sections 2.4 to 2.7
 */
export function measureWebp(head: Buffer): Measured {
  if (head.length < 30) return { more: 30 };
  const type = head.toString('latin1', 12, 16); // 12 chunk type, 16 u32 its bytes
  if (type === 'VP8X') {
    // 20 u8 flags and 3 reserved bytes, 24 u24 width - 1, 27 u24 height - 1
    return { width: head.readUIntLE(24, 3) + 1, height: head.readUIntLE(27, 3) + 1 };
  }
  if (type === 'VP8L') {
    if (head[20] !== 0x2f) return undefined;
    const bits = head.readUInt32LE(21); // 21: 14 bits width - 1, 14 bits height - 1
    return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
  }
  if (type !== 'VP8 ' || head.readUIntBE(23, 3) !== 0x9d012a) return undefined;
  // 20 u24 frame tag, 23 start code, 26 and 28: 14 bits width and height, 2 bits scale
  return { width: head.readUInt16LE(26) & 0x3fff, height: head.readUInt16LE(28) & 0x3fff };
}
