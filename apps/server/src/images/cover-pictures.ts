import { probeImage } from '@lectern/formats';
import type { Sharp } from 'sharp';
import { asBuffer, freeBytes } from '#files/opening/buffer-pool.ts';
import { MAX_PIXELS, pictureError } from './limits.ts';
import { loadSharp } from './load-sharp.ts';
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
/** Webtoon strips are cropped to their top: a whole strip would be an unreadable thumbnail. */
const MAX_TALLNESS = 2;
const WEBP = { quality: 80, effort: 2 } as const;
/** Red, green, blue. */
const CHANNELS = 3;
/** Pixels that a mean colour is taken from. */
const SAMPLES = 4_000;
/** Decoding is stopped after this: the largest honest picture takes a tenth of it, and the thread of its book gives up later. */
const MAX_SECONDS = 45;

/** A picture in plain pixels, three bytes each. */
interface Drawn {
  readonly data: Buffer;
  readonly width: number;
  readonly height: number;
}

async function drawLarge(image: Sharp, width: number, height: number): Promise<Drawn> {
  const tall = height > width * MAX_TALLNESS;
  const side = Math.min(LARGEST, width);
  const resized = tall
    ? image.resize({ width: side, height: side * MAX_TALLNESS, fit: 'cover', position: 'top' })
    : image.resize({ width: LARGEST, withoutEnlargement: true });
  const flat = resized.flatten({ background: '#ffffff' }).toColourspace('srgb').timeout({ seconds: MAX_SECONDS }).raw();
  const { data, info } = await flat.toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

/** Mean of pixels all over the picture, enough of them to be steady. */
function meanColor({ data }: Drawn): string {
  const step = Math.max(1, Math.floor(data.length / CHANNELS / SAMPLES)) * CHANNELS;
  let [red, green, blue, count] = [0, 0, 0, 0];
  for (let at = 0; at + CHANNELS <= data.length; at += step) {
    red += data[at] ?? 0;
    green += data[at + 1] ?? 0;
    blue += data[at + 2] ?? 0;
    count += 1;
  }
  const hex = [red, green, blue].map((sum) =>
    Math.round(sum / count)
      .toString(16)
      .padStart(2, '0'),
  );
  return `#${hex.join('')}`;
}

async function draw(image: Sharp, width: number, height: number): Promise<CoverPictures> {
  const sharp = await loadSharp();
  const drawn = await drawLarge(image, width, height);
  const raw = { width: drawn.width, height: drawn.height, channels: CHANNELS } as const;
  const files: Buffer[] = [];
  let full: Buffer | undefined;
  for (const size of COVER_WIDTHS) {
    const isWhole = drawn.width <= size;
    // A picture narrower than both widths is the same file twice.
    const made: Buffer =
      (isWhole ? full : undefined) ??
      (await sharp(drawn.data, { raw }).resize({ width: size, withoutEnlargement: true }).webp(WEBP).toBuffer());
    if (isWhole) full = made;
    files.push(made);
  }
  const color = meanColor(drawn);
  freeBytes(drawn.data);
  return { files, color };
}

interface Size {
  readonly width: number;
  readonly height: number;
}

/** Turned by more than this EXIF value, width and height change places. */
const FIRST_SIDEWAYS = 5;

/** The size a JPEG is shown in, by its header, which is much cheaper than opening it; undefined when it does not tell. */
function headSize(bytes: Uint8Array): Size | undefined {
  const probe = probeImage(asBuffer(bytes), bytes.byteLength);
  if (probe.status !== 'measured' || probe.mediaType !== 'image/jpeg') return undefined;
  const { width, height, orientation } = probe;
  return orientation >= FIRST_SIDEWAYS ? { width: height, height: width } : { width, height };
}

/** Points to an inch, as the library counts the lengths of a drawing (SVG). */
const USUAL_DENSITY = 72;
/** What the library takes. */
const [MIN_DENSITY, MAX_DENSITY] = [1, 2_400] as const;

/** A drawing (SVG) has no pixels of its own: it is drawn as wide as the cover, however large it says it is. */
function drawnAtWidth({ width, height }: Size): Size & { readonly density: number } {
  const density = Math.min(MAX_DENSITY, Math.max(MIN_DENSITY, (USUAL_DENSITY * LARGEST) / width));
  const scale = density / USUAL_DENSITY;
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)), density };
}

/** The size that a picture is shown in, and for a drawing how densely it is drawn. Only the head of it is read. */
async function shownSize(bytes: Uint8Array): Promise<Size & { readonly density?: number }> {
  const sharp = await loadSharp();
  const { format, autoOrient } = await sharp(bytes, { limitInputPixels: false }).metadata();
  return format === 'svg' ? drawnAtWidth(autoOrient) : autoOrient;
}

/** How a picture is taken that may be damaged. */
export interface DrawOptions {
  /** True to refuse a picture that is cut off or damaged; otherwise what can be seen of it is drawn. */
  readonly strict?: boolean;
}

/**
 * Draws a cover from a picture in any known format, decoding it once.
 * @throws {FormatError} `image.unknown`, `image.unsupported`, `image.too-large` or `limit.time`
 */
export async function drawCover(bytes: Uint8Array, { strict = false }: DrawOptions = {}): Promise<CoverPictures> {
  const sharp = await loadSharp();
  try {
    const failOn = strict ? 'truncated' : 'none';
    const { width, height, ...density } = (strict ? undefined : headSize(bytes)) ?? (await shownSize(bytes));
    const options = { limitInputPixels: MAX_PIXELS, sequentialRead: true, failOn, ...density } as const;
    return await draw(sharp(bytes, options).autoOrient(), width, height);
  } catch (cause) {
    throw pictureError(bytes, cause);
  }
}

/** Draws a cover from plain pixels (a PDF page). */
export async function drawCoverFromPixels({ samples, ...raw }: RawPixels): Promise<CoverPictures> {
  const sharp = await loadSharp();
  return draw(sharp(samples, { raw }), raw.width, raw.height);
}
