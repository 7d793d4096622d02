import { crc32, deflateSync } from 'node:zlib';

/** Grey pixels, one byte each, rows without padding. */
export interface GreyPixels {
  readonly samples: Uint8Array;
  readonly width: number;
  readonly height: number;
}

/** Difference between two of the 16 greys. */
const STEP = 17;
const HIGHEST = 15;
/** Small pictures of few greys gain nothing from a higher level. */
const DEFLATE_LEVEL = 6;

/** Errors of the row above and of the current one; a margin on both sides saves the edge tests. */
interface Errors {
  readonly here: Int16Array;
  readonly below: Int16Array;
}

/** Spreads the error of each pixel in sixteenths: 7 ahead, 3, 5 and 1 below (Floyd and Steinberg, 1976). */
function ditherRow(row: Uint8Array, { here, below }: Errors, isBackward: boolean): void {
  const { length } = row;
  const ahead = isBackward ? -1 : 1;
  for (let step = 0; step < length; step += 1) {
    const x = isBackward ? length - 1 - step : step;
    const at = x + 1;
    const wanted = (row[x] ?? 0) + ((here[at] ?? 0) >> 4);
    const level = Math.min(HIGHEST, Math.max(0, Math.round(wanted / STEP)));
    const error = Math.max(-STEP, Math.min(STEP, wanted - level * STEP));
    row[x] = level;
    here[at + ahead] = (here[at + ahead] ?? 0) + error * 7;
    below[at - ahead] = (below[at - ahead] ?? 0) + error * 3;
    below[at] = (below[at] ?? 0) + error * 5;
    below[at + ahead] = (below[at + ahead] ?? 0) + error;
  }
}

/**
 * Levels 0 to 15 of each pixel, dithered in rows of alternating direction, so that no pattern drifts to one side.
 * Pure black and pure white areas stay without dots.
 */
export function ditherTo16({ samples, width, height }: GreyPixels): Uint8Array {
  const levels = Uint8Array.from(samples.subarray(0, width * height));
  let here = new Int16Array(width + 2);
  let below = new Int16Array(width + 2);
  for (let y = 0; y < height; y += 1) {
    ditherRow(levels.subarray(y * width, (y + 1) * width), { here, below }, y % 2 === 1);
    [here, below] = [below, here];
    below.fill(0);
  }
  return levels;
}

function chunk(type: string, content: Uint8Array): Buffer {
  const bytes = Buffer.alloc(content.length + 12);
  bytes.writeUInt32BE(content.length, 0);
  bytes.write(type, 4, 'latin1');
  bytes.set(content, 8);
  bytes.writeUInt32BE(crc32(bytes.subarray(4, content.length + 8)), content.length + 8);
  return bytes;
}

/** Two pixels a byte, the left one in the high half; each row begins with filter type 0. */
function packRows(levels: Uint8Array, width: number, height: number): Uint8Array {
  const stride = 1 + Math.ceil(width / 2);
  const packed = new Uint8Array(stride * height);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 2) {
      const right = x + 1 < width ? (levels[y * width + x + 1] ?? 0) : 0;
      packed[y * stride + 1 + x / 2] = ((levels[y * width + x] ?? 0) << 4) | right;
    }
  }
  return packed;
}

/** A PNG of 4 bits a pixel (PNG 1.2, sections 4.1.1 and 7): libvips writes such files only with a palette of its choice. */
export function encodeGreyPng(levels: Uint8Array, width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // bit depth 4, colour type 0 (grey), the rest 0
  header.writeUInt8(4, 8);
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(packRows(levels, width, height), { level: DEFLATE_LEVEL })),
    chunk('IEND', new Uint8Array(0)),
  ]);
}
