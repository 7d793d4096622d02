import { probeImage } from '@lectern/formats';
import type { Sharp } from 'sharp';
import { asBuffer, freeBytes } from '#files/opening/buffer-pool.ts';
import { MAX_PIXELS, pictureError } from './limits.ts';
import { loadSharp } from './load-sharp.ts';
import type { RawPixels } from './resize.ts';

/** Stored widths of every cover, in pixels, smallest first. */
export const COVER_WIDTHS = [240, 480] as const;

/** A cover in all its widths. */
export interface CoverPictures {
  /** WebP, in the order of COVER_WIDTHS; a small original is not enlarged. */
  readonly files: readonly Buffer[];
  /** Mean colour, `#rrggbb`. */
  readonly color: string;
}

const LARGEST = 480;
/** Webtoon strips are cropped to their top: a whole strip is unreadable as a thumbnail. */
const MAX_TALLNESS = 2;
const WEBP = { quality: 80, effort: 2 } as const;
const CHANNELS = 3;
const SAMPLES = 4_000;
/**
 * Time limit of decoding: ten times what the largest valid picture takes, and less than the limit of the reading
 * thread.
 */
const MAX_SECONDS = 45;

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

/** Mean colour of samples from the whole picture. */
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

/** From this EXIF orientation on, width and height are swapped. */
const FIRST_SIDEWAYS = 5;

/** Shown size of a JPEG from its header, much cheaper than opening it; undefined when unknown. */
function headSize(bytes: Uint8Array): Size | undefined {
  const probe = probeImage(asBuffer(bytes), bytes.byteLength);
  if (probe.status !== 'measured' || probe.mediaType !== 'image/jpeg') return undefined;
  const { width, height, orientation } = probe;
  return orientation >= FIRST_SIDEWAYS ? { width: height, height: width } : { width, height };
}

/** Points to an inch in sharp's SVG lengths. */
const USUAL_DENSITY = 72;
/** Range that sharp accepts. */
const [MIN_DENSITY, MAX_DENSITY] = [1, 2_400] as const;

/** An SVG has no pixels: it is drawn at the width of the cover, whatever size it states. */
function drawnAtWidth({ width, height }: Size): Size & { readonly density: number } {
  const density = Math.min(MAX_DENSITY, Math.max(MIN_DENSITY, (USUAL_DENSITY * LARGEST) / width));
  const scale = density / USUAL_DENSITY;
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)), density };
}

/** Shown size of a picture, from its header; for an SVG also the density to draw it with. */
async function shownSize(bytes: Uint8Array): Promise<Size & { readonly density?: number }> {
  const sharp = await loadSharp();
  const { format, autoOrient } = await sharp(bytes, { limitInputPixels: false }).metadata();
  return format === 'svg' ? drawnAtWidth(autoOrient) : autoOrient;
}

/** How to treat a damaged picture. */
export interface DrawOptions {
  /** True to refuse a truncated or damaged picture; otherwise its readable part is drawn. */
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

/** Draws a cover from plain pixels, such as a PDF page. */
export async function drawCoverFromPixels({ samples, ...raw }: RawPixels): Promise<CoverPictures> {
  const sharp = await loadSharp();
  return draw(sharp(samples, { raw }), raw.width, raw.height);
}
