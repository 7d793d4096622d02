import { type Measured } from './measure.ts';
import { readExifOrientation } from './tiff.ts';

const START_OF_SCAN = 0xda;
const END_OF_IMAGE = 0xd9;
const APP1 = 0xe1;
/** Start of an EXIF block in an APP1 segment. */
const EXIF = 'Exif\0\0';

/**
 * Walks the segments up to the frame header.
 * @see ITU-T T.81 annex B
 */
export function measureJpeg(head: Buffer): Measured {
  let orientation = 1;
  let at = skipBare(head, 2);
  while (at + 4 <= head.length) {
    const marker = head[at + 1] ?? 0;
    if (head[at] !== 0xff || marker === START_OF_SCAN || marker === END_OF_IMAGE) return undefined;
    const length = head.readUInt16BE(at + 2); // 2 u16 bytes of the segment, this field included
    if (length < 2) return undefined;
    if (isFrame(marker)) {
      if (at + 9 > head.length) return { more: at + 9 };
      // 4 u8 precision, 5 u16 height, 7 u16 width
      return { height: head.readUInt16BE(at + 5), width: head.readUInt16BE(at + 7), orientation };
    }
    const next = at + 2 + length;
    if (next > head.length) return { more: next + 512 };
    if (marker === APP1 && head.toString('latin1', at + 4, at + 10) === EXIF) {
      orientation = readExifOrientation(head.subarray(at + 10, next));
    }
    at = skipBare(head, next);
  }
  return { more: at + 512 };
}

/**
 * Components of a JPEG that every browser shows: 8 bits, baseline or progressive, Huffman coded. Undefined for any
 * other, or when the frame header is not within the bytes.
 * @see ITU-T T.81 annex B
 */
export function countJpegComponents(head: Buffer): number | undefined {
  let at = skipBare(head, 2);
  while (at + 10 <= head.length && head[at] === 0xff) {
    const marker = head[at + 1] ?? 0;
    if (isFrame(marker)) {
      // 4 u8 precision, 9 u8 components
      return marker <= 0xc2 && head[at + 4] === 8 ? head[at + 9] : undefined;
    }
    at = skipBare(head, at + 2 + Math.max(2, head.readUInt16BE(at + 2)));
  }
  return undefined;
}

/** Skips markers without a length, and 0xff fill bytes before a marker. */
function skipBare(head: Buffer, from: number): number {
  let at = from;
  while (head[at] === 0xff) {
    const marker = head[at + 1];
    if (marker === 0xff) at += 1;
    else if (marker !== undefined && isBare(marker)) at += 2;
    else break;
  }
  return at;
}

/** Markers without a length. */
function isBare(marker: number): boolean {
  return marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8);
}

/** SOF0 to SOF15, except the tables (DHT, DAC) and the reserved marker. */
function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
}
