import { createHash } from 'node:crypto';
import type { DerivedFiles } from '#files/derived-files.ts';
import type { CodingSlots } from './limits.ts';
import { type EncodedImage, encodePixels, type ImageTransform, type RawPixels, resizeImage } from './resize.ts';

/** Pages in another size or format, made once for all who ask and kept on disk for a while. */
export interface PageImages {
  /**
   * A page as it is wanted.
   * @param identity names the content of the page: fingerprint of the file and place in it
   * @param load the stored picture, or drawn pixels; called only when the result is not kept yet
   * @throws {FormatError} `image.unknown` or `image.too-large`, and whatever `load` throws
   */
  readonly get: (
    identity: string,
    transform: ImageTransform,
    load: () => Promise<Uint8Array | RawPixels>,
  ) => Promise<EncodedImage>;
}

const KNOWN_TYPES: readonly (readonly [name: string, magic: string, at: number])[] = [
  ['image/jpeg', 'ffd8ff', 0],
  ['image/png', '89504e47', 0],
  ['image/gif', '47494638', 0],
  ['image/webp', '57454250', 8],
  ['image/avif', '66747970', 4],
];

/** Media type of a picture that was made here. */
function typeOf(bytes: Buffer): string {
  const found = KNOWN_TYPES.find(
    ([, magic, at]) => bytes.subarray(at, at + magic.length / 2).toString('hex') === magic,
  );
  return found?.[0] ?? 'application/octet-stream';
}

/**
 * Resized and converted pages.
 * @param derived where they are kept
 */
export function createPageImages(derived: DerivedFiles, slots: CodingSlots): PageImages {
  return {
    get: async (identity, transform, load) => {
      const { width, height, format } = transform;
      const variant = `${String(width ?? 0)}x${String(height ?? 0)}-${format ?? 'own'}`;
      const name = `${createHash('sha256').update(identity).digest('hex').slice(0, 40)}-${variant}`;
      const bytes = await derived.get(name, async () => {
        const picture = await load();
        const made = await slots.run(
          async () => ('rgba' in picture ? encodePixels(picture, transform) : resizeImage(picture, transform)),
          'viewer',
        );
        return made.bytes;
      });
      return { bytes, contentType: typeOf(bytes) };
    },
  };
}
