import sharp, { type Sharp } from 'sharp';
import { FormatError } from '@lectern/formats';
import { MAX_PIXELS } from './limits.ts';
import type { RawPixels } from './resize.ts';

/** Widths in pixels that every cover is kept in, smallest first. */
export const COVER_WIDTHS = [240, 480] as const;

/** A cover in all its widths. */
export interface CoverPictures {
  /** WebP, in the order of COVER_WIDTHS; a small original is not enlarged. */
  readonly files: readonly Buffer[];
  /** Mean colour, `#rrggbb`. */
  readonly color: string;
}

const LARGEST = 480;
/** Strips of a webtoon are cut to their top: nobody knows a book by a ribbon. */
const MAX_TALLNESS = 2;
const WEBP = { quality: 80, effort: 2 } as const;

async function drawLarge(
  image: Sharp,
  width: number,
  height: number,
): Promise<{ readonly data: Buffer; readonly info: { readonly width: number; readonly height: number } }> {
  const tall = height > width * MAX_TALLNESS;
  const side = Math.min(LARGEST, width);
  const resized = tall
    ? image.resize({ width: side, height: side * MAX_TALLNESS, fit: 'cover', position: 'top' })
    : image.resize({ width: LARGEST, withoutEnlargement: true });
  return resized.flatten({ background: '#ffffff' }).toColourspace('srgb').raw().toBuffer({ resolveWithObject: true });
}

async function meanColor(image: Sharp): Promise<string> {
  const pixel = await image.resize({ width: 1, height: 1, fit: 'fill' }).raw().toBuffer();
  const hex = [...pixel.subarray(0, 3)].map((value) => value.toString(16).padStart(2, '0')).join('');
  return `#${hex}`;
}

async function draw(image: Sharp, width: number, height: number): Promise<CoverPictures> {
  const { data, info } = await drawLarge(image, width, height);
  const raw = { width: info.width, height: info.height, channels: 3 } as const;
  const from = (): Sharp => sharp(data, { raw });
  const files: Buffer[] = [];
  for (const size of COVER_WIDTHS) {
    files.push(await from().resize({ width: size, withoutEnlargement: true }).webp(WEBP).toBuffer());
  }
  return { files, color: await meanColor(from()) };
}

/**
 * Draws a cover from a picture in any known format, decoding it once.
 * @throws {FormatError} `image.unknown` or `image.too-large`
 */
export async function drawCover(bytes: Uint8Array): Promise<CoverPictures> {
  try {
    const options = { limitInputPixels: MAX_PIXELS, sequentialRead: true, failOn: 'none' } as const;
    const { autoOrient } = await sharp(bytes, options).metadata();
    return await draw(sharp(bytes, options).autoOrient(), autoOrient.width, autoOrient.height);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : 'unknown reason';
    const code = reason.includes('pixel limit') ? 'image.too-large' : 'image.unknown';
    throw new FormatError(code, `The cover cannot be decoded: ${reason}`, { cause });
  }
}

/** Draws a cover from plain pixels (a PDF page). */
export async function drawCoverFromPixels({ rgba, width, height }: RawPixels): Promise<CoverPictures> {
  return draw(sharp(rgba, { raw: { width, height, channels: 4 } }), width, height);
}
