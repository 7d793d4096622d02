import { createHash } from 'node:crypto';
import { loadSharp } from './load-sharp.ts';
import type { EncodedImage } from './resize.ts';

const RATIO = 1.5;
const DEGREES = 360;

/** A closed book, tinted by what it stands for, so that a shelf of them is not one grey wall. */
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
 * The picture shown where there is no cover: same seed, same picture.
 * @param seed id of the book, series or library
 * @param width pixels; the picture is half as high again
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
