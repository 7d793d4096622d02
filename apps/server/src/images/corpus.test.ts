import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { FormatError } from '@lectern/formats';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createPictureDecoder, type PictureDecoder } from './picture-decoder.ts';
import { encodePixels, resizeImage } from './resize.ts';

/** Real, odd and hostile pictures beside the project, when they are there. */
const FOLDER = join(import.meta.dirname, '../../../../../shared/corpus');
const MANIFEST = join(FOLDER, 'MANIFEST.json');
const Entry = z.object({
  path: z.string(),
  kind: z.string(),
  expect: z.object({ decodes: z.unknown().optional() }),
});

/** What is not drawn although other programs do, or the other way round, and why that is right or fair. */
const EXPLAINED: Readonly<Record<string, string>> = {
  'image/image-rs/pal8os2sp.bmp': 'a bitmap of OS/2',
  'image/libavif/colors-animated-8bpc.avif': 'an AVIF of nothing but a film',
  'image/vips/issue412.jp2': 'JPEG 2000 is no format of pages',
};

const WIDTH = 64;

async function drawn(decoder: PictureDecoder, bytes: Buffer): Promise<Buffer | FormatError> {
  try {
    const opened = await decoder.open(bytes, { background: false });
    const transform = { width: WIDTH, format: 'webp' } as const;
    const made = 'samples' in opened ? await encodePixels(opened, transform) : await resizeImage(opened, transform);
    return made.bytes;
  } catch (error) {
    if (error instanceof FormatError) return error;
    throw error;
  }
}

const entries = existsSync(MANIFEST)
  ? z
      .array(Entry)
      .parse(JSON.parse(readFileSync(MANIFEST, 'utf8')))
      .filter(({ kind }) => kind === 'image')
  : [];

describe('the pictures of the corpus', () => {
  it('are drawn when they can be, and refused with a code when they cannot', async () => {
    await using decoder = createPictureDecoder();
    for (const { path, expect: known } of entries) {
      const made = await drawn(decoder, readFileSync(join(FOLDER, path)));
      if (made instanceof FormatError) {
        expect(made.code, path).toMatch(/^(?:image[.]|limit[.]time)/);
        expect(known.decodes !== true || path in EXPLAINED, `${path}: ${made.message}`).toBe(true);
      } else {
        expect(known.decodes, path).not.toBe(false);
        expect((await sharp(made).metadata()).width, path).toBeLessThanOrEqual(WIDTH);
      }
    }
  });
});
