import { FormatError } from '@lectern/formats';
import sharp, { type Metadata, type Sharp } from 'sharp';
import { MAX_PIXELS } from './limits.ts';

/** Formats that pictures are written in. */
export type ImageFormat = 'jpeg' | 'png' | 'webp' | 'avif';

/** A box to fit into, never enlarging, and a format; what is absent stays as the picture has it. */
export interface ImageTransform {
  readonly width?: number | undefined;
  readonly height?: number | undefined;
  readonly format?: ImageFormat | undefined;
}

/** A finished picture. */
export interface EncodedImage {
  readonly bytes: Buffer;
  readonly contentType: string;
}

/** Plain pixels as a PDF page comes. */
export interface RawPixels {
  readonly rgba: Uint8Array;
  readonly width: number;
  readonly height: number;
}

// Each picture uses one thread; speed comes from two at a time. The library's own cache would only hold memory.
sharp.concurrency(1);
sharp.cache(false);

const MEDIA_TYPES: Readonly<Record<ImageFormat, string>> = {
  jpeg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  avif: 'image/avif',
};

const OPTIONS = { limitInputPixels: MAX_PIXELS, sequentialRead: true, failOn: 'none' } as const;

/** Turned by more than this EXIF value, width and height change places. */
const FIRST_SIDEWAYS = 5;

function encode(image: Sharp, format: ImageFormat): Sharp {
  switch (format) {
    case 'jpeg':
      return image.flatten({ background: '#ffffff' }).jpeg({ quality: 85 });
    case 'png':
      return image.png({ compressionLevel: 6 });
    case 'webp':
      return image.webp({ quality: 82, effort: 2 });
    case 'avif':
      return image.avif({ quality: 55, effort: 0 });
  }
}

/** The format a picture keeps when none is asked for. */
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

async function inspect(bytes: Uint8Array): Promise<Metadata> {
  try {
    return await sharp(bytes, OPTIONS).metadata();
  } catch (cause) {
    throw pictureError(cause);
  }
}

/** The library's words for a bad picture, as one of our errors. */
function pictureError(cause: unknown): FormatError {
  const reason = cause instanceof Error ? cause.message : 'unknown reason';
  return reason.includes('pixel limit')
    ? new FormatError('image.too-large', 'The picture has more pixels than are allowed', { cause })
    : new FormatError('image.unknown', `The picture cannot be decoded: ${reason}`, { cause });
}

function shownSize(found: Metadata): { readonly width: number; readonly height: number } {
  const height = found.pageHeight ?? found.height;
  return (found.orientation ?? 1) >= FIRST_SIDEWAYS
    ? { width: height, height: found.width }
    : { width: found.width, height };
}

/** True when the stored picture already is what is asked for. */
function isEnough(found: Metadata, transform: ImageTransform, format: ImageFormat): boolean {
  const { width, height } = shownSize(found);
  const stored = found.format === 'heif' ? 'avif' : found.format;
  const fits = width <= (transform.width ?? width) && height <= (transform.height ?? height);
  return fits && stored === format && (found.orientation ?? 1) === 1;
}

/**
 * Fits a picture into a box and writes it in a format; the EXIF turn is applied, colours become sRGB, animations keep
 * moving where the format can. A picture that already fits is returned as it is.
 * @param bytes any format that is known here
 * @throws {FormatError} `image.unknown` or `image.too-large`
 */
export async function resizeImage(bytes: Uint8Array, transform: ImageTransform): Promise<EncodedImage> {
  const found = await inspect(bytes);
  const format = transform.format ?? ownFormat(found);
  const contentType = MEDIA_TYPES[format];
  if (isEnough(found, transform, format)) {
    return { bytes: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), contentType };
  }
  const animated = (found.pages ?? 1) > 1 && format === 'webp';
  const image = sharp(bytes, { ...OPTIONS, animated }).autoOrient();
  try {
    return { bytes: await encode(fit(image, transform), format).toBuffer(), contentType };
  } catch (cause) {
    throw pictureError(cause);
  }
}

/** Writes plain pixels as a picture, fitted into the box. */
export async function encodePixels(pixels: RawPixels, transform: ImageTransform): Promise<EncodedImage> {
  const format = transform.format ?? 'jpeg';
  const raw = { width: pixels.width, height: pixels.height, channels: 4 } as const;
  const image = sharp(pixels.rgba, { ...OPTIONS, raw });
  return { bytes: await encode(fit(image, transform), format).toBuffer(), contentType: MEDIA_TYPES[format] };
}

function fit(image: Sharp, { width, height }: ImageTransform): Sharp {
  if (width === undefined && height === undefined) return image;
  return image.resize({
    ...(width === undefined ? {} : { width }),
    ...(height === undefined ? {} : { height }),
    fit: 'inside',
    withoutEnlargement: true,
  });
}
