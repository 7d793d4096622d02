import type { Metadata, Sharp } from 'sharp';
import { asBuffer } from '#files/opening/buffer-pool.ts';
import { MAX_PIXELS, MAX_SECONDS, pictureError } from './limits.ts';
import { loadSharp } from './load-sharp.ts';

/** Output formats. */
export type ImageFormat = 'jpeg' | 'png' | 'webp' | 'avif';

/** A box to fit into, never enlarging, and a format; absent values keep the picture's own. */
export interface ImageTransform {
  readonly width?: number | undefined;
  readonly height?: number | undefined;
  readonly format?: ImageFormat | undefined;
}

/** An encoded picture. */
export interface EncodedImage {
  readonly bytes: Buffer;
  readonly contentType: string;
}

/** An encoded picture, perhaps the stored one. */
export interface ResizedImage extends EncodedImage {
  /** True when the stored picture already fits: the bytes are its own. */
  readonly isStored: boolean;
}

/** Plain pixels, rows without padding: a PDF page, or a decoded picture. */
export interface RawPixels {
  /** Red, green and blue of each pixel, and alpha as a fourth channel. */
  readonly samples: Uint8Array;
  readonly channels: 3 | 4;
  readonly width: number;
  readonly height: number;
}

const MEDIA_TYPES: Readonly<Record<ImageFormat, string>> = {
  jpeg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  avif: 'image/avif',
};

/** Limit of each format for one side; a longer strip is made smaller. */
const LONGEST_SIDE: Readonly<Record<ImageFormat, number>> = { jpeg: 65_500, png: 100_000, webp: 16_383, avif: 16_384 };

const OPTIONS = { limitInputPixels: MAX_PIXELS, sequentialRead: true, failOn: 'none' } as const;

/** From this EXIF orientation on, width and height are swapped. */
const FIRST_SIDEWAYS = 5;

/**
 * Encodes a picture.
 * @param optimizeCoding codes a JPEG in two passes: 6 % smaller, twice the time
 */
function encode(image: Sharp, format: ImageFormat, optimizeCoding = true): Sharp {
  switch (format) {
    case 'jpeg':
      return image.flatten({ background: '#ffffff' }).jpeg({ quality: 85, optimizeCoding });
    case 'png':
      return image.png({ compressionLevel: 6 });
    case 'webp':
      return image.webp({ quality: 82, effort: 2 });
    case 'avif':
      return image.avif({ quality: 55, effort: 0 });
  }
}

/** The format a picture keeps when none is requested. */
function ownFormat(found: Metadata): ImageFormat {
  switch (found.format) {
    case 'jpeg':
    case 'png':
    case 'webp':
      return found.format;
    case 'heif':
      return 'avif';
    default:
      return (found.pages ?? 1) > 1 ? 'webp' : 'png';
  }
}

interface Size {
  readonly width: number;
  readonly height: number;
}

function shownSize(found: Metadata): Size {
  const height = found.pageHeight ?? found.height;
  return (found.orientation ?? 1) >= FIRST_SIDEWAYS
    ? { width: height, height: found.width }
    : { width: found.width, height };
}

/** Whether the stored picture already fits the request. */
function isEnough(found: Metadata, transform: ImageTransform, format: ImageFormat): boolean {
  const { width, height } = shownSize(found);
  const stored = found.format === 'heif' ? 'avif' : found.format;
  const fits = width <= (transform.width ?? width) && height <= (transform.height ?? height);
  return fits && stored === format && (found.orientation ?? 1) === 1;
}

/** Formats whose pages are frames; pages of TIFF and AVIF are separate pictures. */
const MOVING: ReadonlySet<string> = new Set(['gif', 'webp']);

/** Only WebP output stays animated. An animation with too many pixels in all shows its first frame. */
function staysAnimated(found: Metadata, format: ImageFormat): boolean {
  const frames = found.pages ?? 1;
  const pixels = found.width * (found.pageHeight ?? found.height) * frames;
  return frames > 1 && MOVING.has(found.format) && format === 'webp' && pixels <= MAX_PIXELS;
}

/** Keeps grey pictures in one channel where the format can: fewer bytes, less to code. */
function keepGrey(image: Sharp, { space }: Metadata, format: ImageFormat): Sharp {
  const isGrey = space === 'b-w' || space === 'grey16';
  return isGrey && (format === 'jpeg' || format === 'png') ? image.toColourspace('b-w') : image;
}

/**
 * Fits a picture into a box and encodes it. The EXIF turn is applied, colours become sRGB (grey stays grey), animations
 * stay animated in WebP. A picture that already fits is returned unchanged.
 * @param bytes any known format
 * @throws {FormatError} `image.unknown`, `image.unsupported`, `image.too-large` or `limit.time`
 */
export async function resizeImage(bytes: Uint8Array, transform: ImageTransform): Promise<ResizedImage> {
  const sharp = await loadSharp();
  try {
    const found = await sharp(bytes, OPTIONS).metadata();
    const format = transform.format ?? ownFormat(found);
    const contentType = MEDIA_TYPES[format];
    if (isEnough(found, transform, format)) {
      return { bytes: asBuffer(bytes), contentType, isStored: true };
    }
    const opened = sharp(bytes, { ...OPTIONS, animated: staysAnimated(found, format) }).autoOrient();
    const image = keepGrey(fit(opened, shownSize(found), { ...transform, format }), found, format);
    return { bytes: await finish(encode(image, format)), contentType, isStored: false };
  } catch (cause) {
    throw pictureError(bytes, cause);
  }
}

/**
 * Encodes plain pixels, fitted into the box.
 * @throws {FormatError} `image.too-large` or `limit.time`
 */
export async function encodePixels(pixels: RawPixels, transform: ImageTransform): Promise<ResizedImage> {
  const format = transform.format ?? 'jpeg';
  const { samples, ...raw } = pixels;
  const sharp = await loadSharp();
  try {
    const image = fit(sharp(samples, { ...OPTIONS, raw }), pixels, { ...transform, format });
    return { bytes: await finish(encode(image, format, false)), contentType: MEDIA_TYPES[format], isStored: false };
  } catch (cause) {
    throw pictureError(samples.subarray(0, 0), cause);
  }
}

async function finish(image: Sharp): Promise<Buffer> {
  return await image.timeout({ seconds: MAX_SECONDS }).toBuffer();
}

/**
 * Lanczos with three lobes: screentone becomes an even grey instead of moiré. Sums sRGB values, as browsers do, so that
 * tones match a page scaled by a browser.
 */
function fit(
  image: Sharp,
  size: Size,
  { width, height, format }: ImageTransform & { readonly format: ImageFormat },
): Sharp {
  const longest = LONGEST_SIDE[format];
  const box = { width: Math.min(width ?? longest, longest), height: Math.min(height ?? longest, longest) };
  if (size.width <= box.width && size.height <= box.height) return image;
  return image.resize({ ...box, fit: 'inside', kernel: 'lanczos3', withoutEnlargement: true });
}
