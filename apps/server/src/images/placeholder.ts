import { createHash } from 'node:crypto';
import { loadSharp } from './load-sharp.ts';
import type { EncodedImage } from './resize.ts';

/** Pictures of a mosaic: two rows of two. */
export const MOSAIC_PICTURES = 4;

const COLUMNS = 2;
/** Height to width, like most covers. */
const RATIO = 1.5;

/**
 * Draws four covers as one picture, each cropped to its part.
 * @param pictures in any known format, row by row
 * @param width pixels, even
 */
export async function drawMosaic(
  pictures: readonly Uint8Array[],
  width: number,
  format: 'webp' | 'jpeg',
): Promise<EncodedImage> {
  const sharp = await loadSharp();
  const part = { width: width / COLUMNS, height: Math.round((width * RATIO) / COLUMNS) };
  const parts = await Promise.all(
    pictures.map(async (picture, index) => ({
      input: await sharp(picture, { failOn: 'none' })
        .resize({ ...part, fit: 'cover', position: 'top' })
        .png()
        .toBuffer(),
      left: (index % COLUMNS) * part.width,
      top: Math.floor(index / COLUMNS) * part.height,
    })),
  );
  const canvas = sharp({
    create: { width, height: part.height * COLUMNS, channels: 3, background: '#ffffff' },
  }).composite(parts);
  const bytes =
    format === 'webp'
      ? await canvas.webp({ quality: 80, effort: 2 }).toBuffer()
      : await canvas.jpeg({ quality: 85 }).toBuffer();
  return { bytes, contentType: `image/${format}` };
}

const DEGREES = 360;

/** A closed book in a colour of the seed. */
function drawing(seed: string): string {
  const hue = createHash('sha256').update(seed).digest().readUInt16BE(0) % DEGREES;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 240 360">
<rect width="240" height="360" fill="hsl(${String(hue)},18%,72%)"/>
<rect x="14" width="3" height="360" fill="hsl(${String(hue)},18%,60%)"/>
<path d="M120 152c-14-10-34-14-52-14v72c18 0 38 4 52 14 14-10 34-14 52-14v-72c-18 0-38 4-52 14z" fill="none" stroke="hsl(${String(hue)},18%,94%)" stroke-width="5" stroke-linejoin="round"/>
<path d="M120 152v72" stroke="hsl(${String(hue)},18%,94%)" stroke-width="5"/>
</svg>`;
}

/**
 * Draws the picture of a book without a cover; the same for the same seed.
 * @param seed id of the book, series or library
 * @param width pixels; the height is one and a half times that
 */
export async function drawPlaceholder(seed: string, width: number, format: 'webp' | 'jpeg'): Promise<EncodedImage> {
  const sharp = await loadSharp();
  const image = sharp(Buffer.from(drawing(seed)), { density: 144 }).resize({
    width,
    height: Math.round(width * RATIO),
  });
  const bytes =
    format === 'webp'
      ? await image.webp({ quality: 80, effort: 0 }).toBuffer()
      : await image.jpeg({ quality: 85 }).toBuffer();
  return { bytes, contentType: `image/${format}` };
}
