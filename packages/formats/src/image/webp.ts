import { type Measured } from './measure.ts';
import { readExifOrientation } from './tiff.ts';

/** Flag of an extended file: an EXIF chunk follows the pixels. */
const HAS_EXIF = 0x08;
/** Some programs put the JPEG signature before the EXIF block. */
const EXIF = 'Exif\0\0';

/**
 * Reads the first chunk: lossy, lossless, or the canvas of an extended file.
 * @see RFC 9649 sections 2.4 to 2.7
 */
export function measureWebp(head: Buffer): Measured {
  if (head.length < 30) return { more: 30 };
  const type = head.toString('latin1', 12, 16); // 12 chunk type, 16 u32 its bytes
  if (type === 'VP8X') {
    // 20 u8 flags and 3 reserved bytes, 24 u24 width - 1, 27 u24 height - 1
    const size = { width: head.readUIntLE(24, 3) + 1, height: head.readUIntLE(27, 3) + 1 };
    return (head.readUInt8(20) & HAS_EXIF) === 0 ? size : { ...size, ...findOrientation(head) };
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

/** The EXIF chunk is last: asks for the whole file at once. */
function findOrientation(head: Buffer): { readonly orientation: number } | { readonly more: number } {
  const end = head.readUInt32LE(4) + 8; // 4 u32 bytes behind this field
  for (let at = 12; at + 8 <= end; ) {
    if (at + 8 > head.length) return { more: end };
    const type = head.toString('latin1', at, at + 4); // 0 chunk type
    const length = head.readUInt32LE(at + 4); // 4 u32 bytes of content, padded to even
    const content = head.subarray(at + 8, at + 8 + length);
    if (type === 'EXIF') {
      if (content.length < length) return { more: end };
      const isWrapped = content.toString('latin1', 0, EXIF.length) === EXIF;
      return { orientation: readExifOrientation(isWrapped ? content.subarray(EXIF.length) : content) };
    }
    at += 8 + length + (length & 1);
  }
  return { orientation: 1 };
}
