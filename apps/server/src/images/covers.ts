import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { writeFileAtomically } from '#files/atomic-write.ts';
import type { DerivedFiles } from '#files/derived-files.ts';
import { findFile, findFileState } from '#files/find-file.ts';
import { COVER_WIDTHS, type CoverPictures, drawCover, drawCoverFromPixels } from './cover-pictures.ts';
import type { CodingPriority, CodingSlots } from './limits.ts';
import { drawPlaceholder } from './placeholder.ts';
import { type EncodedImage, type RawPixels, resizeImage } from './resize.ts';

/** A cover that has been stored. */
export interface StoredCover {
  /** Names the picture by its content: the same picture of two books is one file. */
  readonly key: string;
  /** Mean colour, `#rrggbb`. */
  readonly color: string;
}

/** How a cover is wanted. */
export interface CoverVariant {
  /** Pixels; rounded up to a width that is kept, the largest when absent. */
  readonly width?: number | undefined;
  readonly format?: 'webp' | 'jpeg' | undefined;
}

/** Cover pictures on disk. Files of covers that no row names any more are swept by maintenance. */
export interface Covers {
  /**
   * Draws all widths and stores them, before any row names them.
   * @throws {FormatError} the picture cannot be decoded
   */
  readonly put: (picture: Uint8Array | RawPixels, priority: CodingPriority) => Promise<StoredCover>;
  /** @returns undefined when the file is gone */
  readonly find: (key: string, variant: CoverVariant) => Promise<EncodedImage | undefined>;
  /** A picture for what has no cover; the same for the same seed. */
  readonly placeholder: (seed: string, variant: CoverVariant) => Promise<EncodedImage>;
  /** Names a variant: part of the ETag. */
  readonly describe: (variant: CoverVariant) => string;
}

const KEY_LENGTH = 32;
const KEY = /^[0-9a-f]{32}$/;

function chooseWidth(wanted: number | undefined): number {
  const largest = COVER_WIDTHS[COVER_WIDTHS.length - 1] ?? 0;
  return COVER_WIDTHS.find((width) => width >= (wanted ?? largest)) ?? largest;
}

function isPixels(picture: Uint8Array | RawPixels): picture is RawPixels {
  return 'rgba' in picture;
}

function hashOf(picture: Uint8Array | RawPixels): string {
  const hash = createHash('sha256');
  if (isPixels(picture)) hash.update(`pixels ${String(picture.width)} ${String(picture.height)} `).update(picture.rgba);
  else hash.update(picture);
  return hash.digest('hex').slice(0, KEY_LENGTH);
}

/**
 * Covers below one folder.
 * @param folder absolute; made when missing
 * @param derived where pictures in other formats are kept for a while
 */
export function createCovers(folder: string, derived: DerivedFiles, slots: CodingSlots): Covers {
  const pathOf = (key: string, width: number): string => join(folder, key.slice(0, 2), `${key}-${String(width)}.webp`);

  const write = async (key: string, pictures: CoverPictures): Promise<void> => {
    for (const [index, width] of COVER_WIDTHS.entries()) {
      const bytes = pictures.files[index];
      if (bytes === undefined) throw new Error(`The cover has no picture ${String(width)} wide`);
      await writeFileAtomically(pathOf(key, width), bytes);
    }
  };

  const describe = ({ width, format }: CoverVariant): string => `${String(chooseWidth(width))}-${format ?? 'webp'}`;

  return {
    describe,
    put: async (picture, priority) => {
      const key = hashOf(picture);
      const pictures = await slots.run(
        async () => (isPixels(picture) ? drawCoverFromPixels(picture) : drawCover(picture)),
        priority,
      );
      await write(key, pictures);
      return { key, color: pictures.color };
    },
    find: async (key, variant) => {
      if (!KEY.test(key)) return undefined;
      const width = chooseWidth(variant.width);
      const path = pathOf(key, width);
      if (variant.format !== 'jpeg') {
        const bytes = await findFile(path);
        return bytes === undefined ? undefined : { bytes, contentType: 'image/webp' };
      }
      if ((await findFileState(path)) === undefined) return undefined;
      const bytes = await derived.get(`${key}-${describe(variant)}.jpeg`, async () => {
        const stored = (await findFile(path)) ?? Buffer.alloc(0);
        const { bytes: jpeg } = await slots.run(async () => resizeImage(stored, { format: 'jpeg' }), 'viewer');
        return jpeg;
      });
      return { bytes, contentType: 'image/jpeg' };
    },
    placeholder: async (seed, variant) =>
      slots.run(async () => drawPlaceholder(seed, chooseWidth(variant.width), variant.format ?? 'webp'), 'viewer'),
  };
}
