import { measureBmp } from './bmp.ts';
import { measureGif } from './gif.ts';
import { heifMediaType, measureHeif } from './heif.ts';
import { measureJpeg } from './jpeg.ts';
import { isJxlCodestream, isJxlContainer, measureJxl } from './jxl.ts';
import { type Measure } from './measure.ts';
import { measurePng } from './png.ts';
import { measureTiff } from './tiff.ts';
import { measureWebp } from './webp.ts';

/** Type and size from the first bytes of a picture, without decoding. */
export type ImageProbe =
  | {
      readonly status: 'measured';
      readonly mediaType: string;
      /** Pixels as decoded, before any EXIF turn; turns of AVIF, HEIC and JPEG XL are applied. */
      readonly width: number;
      readonly height: number;
      /** EXIF orientation, 1 (upright) to 8. */
      readonly orientation: number;
    }
  /** Probe again with this many bytes from the start. */
  | { readonly status: 'more'; readonly bytes: number }
  /** The type is known, the size is not: damaged, truncated, or too far from the start. */
  | { readonly status: 'unmeasured'; readonly mediaType: string }
  | { readonly status: 'unknown' };

/** First bytes to read: enough except for large EXIF and ICC blocks. */
export const FIRST_HEAD_BYTES = 16 * 1024;

/** A larger side is a damaged header: only PNG and TIFF can state it, and no program could draw it. */
const LONGEST_SIDE = 2 ** 24;

/** The size is not searched beyond this offset. */
const FARTHEST = 32 * 1024 * 1024;

/**
 * Detects type and size of a picture.
 * @param head the first bytes; fewer than `FIRST_HEAD_BYTES` only for a shorter picture
 * @param totalLength bytes of the whole picture
 */
export function probeImage(head: Buffer, totalLength: number): ImageProbe {
  const kind = recognise(head);
  if (kind === undefined) return { status: 'unknown' };
  const { mediaType } = kind;
  const measured = kind.measure(head);
  if (measured === undefined) return { status: 'unmeasured', mediaType };
  const wanted = Math.min(measured.more ?? 0, totalLength);
  if (wanted <= FARTHEST && wanted > head.length) {
    // At least double: a header in a thousand pieces takes few attempts.
    return { status: 'more', bytes: Math.min(Math.max(wanted, head.length * 2), totalLength, FARTHEST) };
  }
  if (!('width' in measured)) return { status: 'unmeasured', mediaType };
  const { width, height, orientation = 1 } = measured;
  if (width <= 0 || height <= 0 || width > LONGEST_SIDE || height > LONGEST_SIDE)
    return { status: 'unmeasured', mediaType };
  return { status: 'measured', mediaType, width, height, orientation };
}

interface Kind {
  readonly mediaType: string;
  readonly measure: Measure;
}

const SIGNATURES: readonly (readonly [RegExp, Kind])[] = [
  [/^\u{ff}\u{d8}\u{ff}/u, { mediaType: 'image/jpeg', measure: measureJpeg }],
  [/^\u{89}PNG\r\n\u{1a}\n/u, { mediaType: 'image/png', measure: measurePng }],
  [/^GIF8[79]a/u, { mediaType: 'image/gif', measure: measureGif }],
  [/^RIFF.{4}WEBP/su, { mediaType: 'image/webp', measure: measureWebp }],
  [/^(?:II\*\0|MM\0\*)/u, { mediaType: 'image/tiff', measure: measureTiff }],
];

function recognise(head: Buffer): Kind | undefined {
  const text = head.toString('latin1', 0, 12);
  const signed = SIGNATURES.find(([signature]) => signature.test(text));
  if (signed !== undefined) return signed[1];
  if (isJxlCodestream(head) || isJxlContainer(head)) return { mediaType: 'image/jxl', measure: measureJxl };
  const heif = heifMediaType(head);
  if (heif !== undefined) return { mediaType: heif, measure: measureHeif };
  // Two letters are a weak signature: the header size must be known, too.
  const bitmap = text.startsWith('BM') && head.length >= 18 && head.readUInt32LE(14) <= 124;
  return bitmap ? { mediaType: 'image/bmp', measure: measureBmp } : undefined;
}
