import type { Metadata, Sharp } from 'sharp';
import { asBuffer } from '#files/opening/buffer-pool.ts';
import type { GreyPixels } from './dither.ts';
import { MAX_PIXELS, MAX_SECONDS, pictureError } from './limits.ts';
import { loadSharp } from './load-sharp.ts';

/** Output formats. */
export type ImageFormat = 'jpeg' | 'png' | 'webp' | 'avif';

/** A box to fit into, never enlarging, and a format; absent values keep the picture's own. */
export interface ImageTransform {
  readonly width?: number | undefined;
  readonly height?: number | undefined;
  readonly format?: ImageFormat | undefined;
  /** `even`: screentone keeps an even tone when made smaller; lines become a little softer. */
  readonly resample?: 'even' | undefined;
  /** Dithered to 16 greys, as a PNG. */
  readonly greys?: 16 | undefined;
  /** How much darker dark grey and how much lighter light grey becomes, 0 to 3. */
  readonly contrast?: number | undefined;
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
  return fits && stored === format && (found.orientation ?? 1) === 1 && (transform.contrast ?? 0) === 0;
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
    const fitted = raiseContrast(fit(opened, shownSize(found), { ...transform, format }), transform);
    const image = keepGrey(fitted, found, format);
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
    const fitted = fit(sharp(samples, { ...OPTIONS, raw }), pixels, { ...transform, format });
    const image = raiseContrast(fitted, transform);
    return { bytes: await finish(encode(image, format, false)), contentType: MEDIA_TYPES[format], isStored: false };
  } catch (cause) {
    throw pictureError(samples.subarray(0, 0), cause);
  }
}

/** Grey levels at both ends that become pure black and pure white. */
const CUT_A_STEP = 14;

/** Stretches the tones, so that paper becomes white and ink black. */
function raiseContrast(image: Sharp, { contrast = 0 }: ImageTransform): Sharp {
  if (contrast === 0) return image;
  const cut = contrast * CUT_A_STEP;
  const gain = 255 / (255 - 2 * cut);
  return image.linear(gain, -cut * gain);
}

/** Largest dithered picture: the widest e-ink screen, and a strip of a webtoon. */
const MOST_GREY = { width: 4_096, height: 16_384 };

/** An upright picture and its size; undefined for an animation. */
async function openStill(
  picture: Uint8Array | RawPixels,
): Promise<{ readonly image: Sharp; readonly size: Size } | undefined> {
  const sharp = await loadSharp();
  if ('samples' in picture) {
    const { samples, ...raw } = picture;
    return { image: sharp(samples, { ...OPTIONS, raw }), size: picture };
  }
  const found = await sharp(picture, OPTIONS).metadata();
  const isMoving = (found.pages ?? 1) > 1 && MOVING.has(found.format);
  return isMoving ? undefined : { image: sharp(picture, OPTIONS).autoOrient(), size: shownSize(found) };
}

/**
 * Grey pixels of a page for a screen of 16 greys, fitted into the box with the `even` kernel.
 * @param picture any known format, or plain pixels
 * @returns undefined for an animation, which keeps its colours
 * @throws {FormatError} `image.unknown`, `image.unsupported`, `image.too-large` or `limit.time`
 */
export async function readGreys(
  picture: Uint8Array | RawPixels,
  transform: ImageTransform,
): Promise<GreyPixels | undefined> {
  try {
    const box = {
      width: Math.min(transform.width ?? MOST_GREY.width, MOST_GREY.width),
      height: Math.min(transform.height ?? MOST_GREY.height, MOST_GREY.height),
    };
    const opened = await openStill(picture);
    if (opened === undefined) return undefined;
    const fitted = fit(opened.image, opened.size, { ...box, format: 'png', resample: 'even' });
    const grey = raiseContrast(fitted.flatten({ background: '#ffffff' }).greyscale(), transform);
    const { data, info } = await grey
      .toColourspace('b-w')
      .raw()
      .timeout({ seconds: MAX_SECONDS })
      .toBuffer({ resolveWithObject: true });
    return { samples: data, width: info.width, height: info.height };
  } catch (cause) {
    throw pictureError('samples' in picture ? new Uint8Array(0) : picture, cause);
  }
}

async function finish(image: Sharp): Promise<Buffer> {
  return await image.timeout({ seconds: MAX_SECONDS }).toBuffer();
}

/**
 * Lanczos with three lobes is the sharpest; `even` takes Mitchell's kernel, with half the moiré. Both sum sRGB values, as
 * browsers do, so that tones match a page scaled by a browser.
 */
function fit(
  image: Sharp,
  size: Size,
  { width, height, format, resample }: ImageTransform & { readonly format: ImageFormat },
): Sharp {
  const longest = LONGEST_SIDE[format];
  const box = { width: Math.min(width ?? longest, longest), height: Math.min(height ?? longest, longest) };
  if (size.width <= box.width && size.height <= box.height) return image;
  return image.resize({
    ...box,
    fit: 'inside',
    kernel: resample === 'even' ? 'mitchell' : 'lanczos3',
    withoutEnlargement: true,
  });
}
