import { type Measured } from './measure.ts';

const CONTAINER = Buffer.from([0, 0, 0, 12, 0x4a, 0x58, 0x4c, 0x20, 0x0d, 0x0a, 0x87, 0x0a]);
/** More than the size header and orientation take. */
const HEADER_BYTES = 16;
/** Boxes searched for the codestream. */
const MAX_BOXES = 64;

/** Width to height by the 3-bit ratio; 0 means an explicit width. */
const RATIOS: readonly (readonly [number, number])[] = [
  [1, 1],
  [1, 1],
  [12, 10],
  [4, 3],
  [3, 2],
  [16, 9],
  [5, 4],
  [2, 1],
];

/** Checks the first bytes for a bare JPEG XL codestream. */
export function isJxlCodestream(head: Buffer): boolean {
  return head[0] === 0xff && head[1] === 0x0a;
}

/** Checks the first bytes for a JPEG XL file in boxes. */
export function isJxlContainer(head: Buffer): boolean {
  return head.subarray(0, CONTAINER.length).equals(CONTAINER);
}

/**
 * Reads the size header, with the orientation applied.
 * @see ISO/IEC 18181-1 (size header) and 18181-2 (boxes)
 */
export function measureJxl(head: Buffer): Measured {
  if (isJxlCodestream(head)) return measureCodestream(head, 0);
  let at = 0;
  for (let box = 0; box < MAX_BOXES; box++) {
    if (at + 16 > head.length) return { more: at + 16 + HEADER_BYTES };
    const size = head.readUInt32BE(at); // 0 u32 bytes of the box; 1: a u64 follows; 0: up to the end
    const type = head.toString('latin1', at + 4, at + 8); // 4 box type
    const content = at + (size === 1 ? 16 : 8);
    // A partial codestream starts with a u32 counter.
    if (type === 'jxlc') return measureCodestream(head, content);
    if (type === 'jxlp') return measureCodestream(head, content + 4);
    const length = size === 1 ? Number(head.readBigUInt64BE(at + 8)) : size;
    if (length < 8) return undefined;
    at += length;
  }
  return undefined;
}

function measureCodestream(head: Buffer, at: number): Measured {
  if (at + 2 > head.length) return { more: at + HEADER_BYTES };
  if (head[at] !== 0xff || head[at + 1] !== 0x0a) return undefined;
  const bits = bitReader(head, at + 2);
  const eighths = bits(1) === 1;
  const height = readLength(bits, eighths);
  const ratio = RATIOS[bits(3)] ?? [1, 1];
  const width = ratio === RATIOS[0] ? readLength(bits, eighths) : Math.floor((height * ratio[0]) / ratio[1]);
  const allDefault = bits(1) === 1;
  const extraFields = !allDefault && bits(1) === 1;
  const orientation = extraFields ? bits(3) + 1 : 1;
  const size = orientation >= 5 ? { width: height, height: width } : { width, height };
  // Bits past the end were read as zeros, which only counts when no more bytes exist.
  return at + HEADER_BYTES > head.length ? { ...size, more: at + HEADER_BYTES } : size;
}

function readLength(bits: (count: number) => number, eighths: boolean): number {
  if (eighths) return (bits(5) + 1) * 8;
  const widths = [9, 13, 18, 30];
  return bits(widths[bits(2)] ?? 9) + 1;
}

/** Lowest bits first; zeros past the end. */
function bitReader(bytes: Buffer, from: number): (count: number) => number {
  let position = from * 8;
  return (count) => {
    let value = 0;
    for (let bit = 0; bit < count; bit++, position++) {
      const byte = bytes[position >> 3] ?? 0;
      value += ((byte >> (position & 7)) & 1) * 2 ** bit;
    }
    return value;
  };
}
