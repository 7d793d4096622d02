import { type Measured } from './measure.ts';

const WIDTH = 256;
const HEIGHT = 257;
const ORIENTATION = 274;
/** Type of a u16 entry; the other relevant entries are u32. */
const SHORT = 3;

/**
 * Reads size and orientation from the first directory.
 * @see TIFF revision 6.0, section 2
 */
export function measureTiff(head: Buffer): Measured {
  const directory = readDirectory(head);
  if (directory === undefined || 'more' in directory) return directory;
  const width = directory.get(WIDTH);
  const height = directory.get(HEIGHT);
  if (width === undefined || height === undefined) return undefined;
  return { width, height, orientation: validOrientation(directory.get(ORIENTATION)) };
}

/**
 * Orientation from the TIFF inside an EXIF block.
 * @returns 1 to 8; 1 when missing or invalid
 */
export function readExifOrientation(tiff: Buffer): number {
  const directory = readDirectory(tiff);
  if (directory === undefined || 'more' in directory) return 1;
  return validOrientation(directory.get(ORIENTATION));
}

function validOrientation(value: number | undefined): number {
  return value !== undefined && value >= 1 && value <= 8 ? value : 1;
}

/** First values of all numeric entries, by tag. */
function readDirectory(bytes: Buffer): ReadonlyMap<number, number> | { readonly more: number } | undefined {
  if (bytes.length < 8) return { more: 8 };
  // 0 byte order: II little, MM big
  const little = bytes[0] === 0x49;
  const u16 = (at: number): number => (little ? bytes.readUInt16LE(at) : bytes.readUInt16BE(at));
  const u32 = (at: number): number => (little ? bytes.readUInt32LE(at) : bytes.readUInt32BE(at));
  if (u16(2) !== 42) return undefined;
  const start = u32(4); // 4 u32 offset of the first directory
  if (start + 2 > bytes.length) return { more: start + 1024 };
  const count = u16(start); // 0 u16 entries
  const end = start + 2 + count * 12;
  if (end > bytes.length) return { more: end };
  const values = new Map<number, number>();
  for (let at = start + 2; at < end; at += 12) {
    // 0 u16 tag, 2 u16 type, 4 u32 values, 8 the value when it fits
    values.set(u16(at), u16(at + 2) === SHORT ? u16(at + 8) : u32(at + 8));
  }
  return values;
}
