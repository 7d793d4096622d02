import { loadSharp } from './load-sharp.ts';
import type { EncodedImage } from './resize.ts';

/** Pictures of a mosaic: two rows of two. */
export const MOSAIC_PICTURES = 4;

const COLUMNS = 2;
/** As high again by half as it is wide, like most covers. */
const RATIO = 1.5;

/**
 * Draws several covers as one picture, each cut to its part.
 * @param pictures in any known format, four of them, row by row
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
