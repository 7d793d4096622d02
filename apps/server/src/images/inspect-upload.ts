import { FormatError } from '@lectern/formats';
import { MAX_PIXELS } from './limits.ts';
import { loadSharp } from './load-sharp.ts';

/** Properties of an uploaded picture. */
export interface InspectedPicture {
  readonly mediaType: string;
  /** Pixels, turned upright. */
  readonly width: number;
  readonly height: number;
}

/** Accepted formats, as an error message names them. */
export const UPLOAD_FORMATS = 'JPEG, PNG, WebP, GIF or AVIF';

/** First bytes of each format. Files without them, such as SVG, are refused. */
const SIGNATURES: readonly (readonly [mediaType: string, at: number, bytes: string])[] = [
  ['image/jpeg', 0, '\xff\xd8\xff'],
  ['image/png', 0, '\x89PNG\r\n\x1a\n'],
  ['image/gif', 0, 'GIF87a'],
  ['image/gif', 0, 'GIF89a'],
  ['image/webp', 8, 'WEBP'],
  ['image/avif', 4, 'ftypavif'],
  ['image/avif', 4, 'ftypavis'],
];

const HEAD_BYTES = 16;

function recognise(bytes: Uint8Array): string | undefined {
  const head = Buffer.from(bytes.subarray(0, HEAD_BYTES)).toString('latin1');
  return SIGNATURES.find(([, at, signature]) => head.startsWith(signature, at))?.[0];
}

/**
 * Identifies a picture by its bytes without decoding it.
 * @throws {FormatError} `image.unknown` for an unknown format, `image.too-large`
 */
export async function inspectUpload(bytes: Uint8Array): Promise<InspectedPicture> {
  const mediaType = recognise(bytes);
  if (mediaType === undefined) throw new FormatError('image.unknown', 'The bytes are no picture of a known format');
  const sharp = await loadSharp();
  try {
    const { autoOrient, pages = 1 } = await sharp(bytes, { limitInputPixels: MAX_PIXELS }).metadata();
    const { width, height } = autoOrient;
    if (width * height * pages > MAX_PIXELS) throw new FormatError('image.too-large', tooManyPixels(width, height));
    return { mediaType, width, height };
  } catch (cause) {
    if (cause instanceof FormatError) throw cause;
    const reason = cause instanceof Error ? cause.message : 'unknown reason';
    if (reason.includes('pixel limit')) {
      throw new FormatError('image.too-large', `The picture has more than ${MAX_PIXELS} pixels`, { cause });
    }
    throw new FormatError('image.unknown', `The picture cannot be decoded: ${reason}`, { cause });
  }
}

function tooManyPixels(width: number, height: number): string {
  return `The picture has ${width} × ${height} pixels, allowed are ${MAX_PIXELS} in all`;
}
