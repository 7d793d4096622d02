import { createHash } from 'node:crypto';
import type { DerivedFiles } from '#files/data/derived-files.ts';
import { asBuffer } from '#files/opening/buffer-pool.ts';
import type { CodingSlots } from './coding-slots.ts';
import type { PictureDecoder } from './picture-decoder.ts';
import {
  type EncodedImage,
  encodePixels,
  type ImageTransform,
  type RawPixels,
  readGreys,
  type ResizedImage,
  resizeImage,
} from './resize.ts';

interface LentPicture {
  readonly picture: Uint8Array | RawPixels;
  /** Releases the buffer. Call it only when no reader of the picture is left: its bytes will be overwritten. */
  readonly giveBack?: (() => void) | undefined;
}

/** How to load a picture. */
export interface PictureSource {
  /**
   * Loads the stored picture or drawn pixels; called only for a result that is not cached.
   * @param signal aborted when all callers have left
   */
  readonly load: (signal: AbortSignal) => Promise<LentPicture>;
  readonly signal?: AbortSignal | undefined;
}

/** Pages in another size or format, made once for concurrent callers and cached on disk. */
export interface PageImages {
  /**
   * A page in the requested form.
   * @param identity identifies the page: fingerprint of the file and place in it
   * @param transform names the result together with `identity`
   * @param source used only by the first of concurrent callers
   * @throws {FormatError} `image.…` or `limit.time`, and whatever `load` throws
   */
  readonly get: (identity: string, transform: ImageTransform, source: PictureSource) => Promise<EncodedImage>;
}

const KNOWN_TYPES: readonly (readonly [name: string, magic: string, at: number])[] = [
  ['image/jpeg', 'ffd8ff', 0],
  ['image/png', '89504e47', 0],
  ['image/gif', '47494638', 0],
  ['image/webp', '57454250', 8],
  ['image/avif', '66747970', 4],
];

function getMediaType(bytes: Buffer): string {
  const found = KNOWN_TYPES.find(
    ([, magic, at]) => bytes.subarray(at, at + magic.length / 2).toString('hex') === magic,
  );
  return found?.[0] ?? 'application/octet-stream';
}

/** Names a form of a page in cache names and ETags; equal transforms have equal names. */
export function nameVariant({ width, height, format, resample, greys, contrast = 0 }: ImageTransform): string {
  const parts = [`${width ?? 0}x${height ?? 0}`, greys === undefined ? (format ?? 'own') : `g${greys}`];
  if (resample !== undefined) parts.push(resample);
  if (contrast > 0) parts.push(`c${contrast}`);
  return parts.join('-');
}

/** What `createPageImages` needs. */
export interface PageImageTools {
  readonly derived: DerivedFiles;
  readonly slots: CodingSlots;
  readonly decoder: PictureDecoder;
}

function drawn(bytes: Uint8Array): ResizedImage {
  return { bytes: asBuffer(bytes), contentType: 'image/png', isStored: false };
}

/** Creates the resized and converted pages. */
export function createPageImages({ derived, slots, decoder }: PageImageTools): PageImages {
  const draw = async (picture: Uint8Array | RawPixels, transform: ImageTransform): Promise<ResizedImage> => {
    const opened = 'samples' in picture ? picture : await decoder.open(picture, { background: false });
    if (transform.greys !== undefined) {
      const pixels = await readGreys(opened, transform);
      if (pixels !== undefined) return drawn(await decoder.dither(pixels));
      if (!('samples' in opened)) return await resizeImage(opened, { ...transform, format: 'webp' });
    }
    return 'samples' in opened ? await encodePixels(opened, transform) : await resizeImage(opened, transform);
  };

  return {
    get: async (identity, transform, { load, signal }) => {
      const name = `${createHash('sha256').update(identity).digest('hex').slice(0, 40)}-${nameVariant(transform)}`;
      const make = async (shared: AbortSignal) => {
        const work = async () => {
          const { picture, giveBack } = await load(shared);
          const made = await draw(picture, transform);
          // A stored picture is still read after this; after a failure the library may still read.
          if (!made.isStored) giveBack?.();
          return made;
        };
        // Loaded in its slot: waiting requests hold no memory.
        const made = await slots.run(work, 'viewer', shared);
        return made.isStored ? { notKept: made.bytes } : made.bytes;
      };
      const bytes = await derived.get(name, make, signal);
      return { bytes, contentType: getMediaType(bytes) };
    },
  };
}
