import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { writeFileAtomically } from '#files/atomic-write.ts';
import type { DerivedFiles } from '#files/derived-files.ts';
import { findFile, findFileState } from '#files/find-file.ts';
import { sweepFiles, type SweepOutcome, type SweepRules } from '#files/sweep-files.ts';
import { COVER_WIDTHS, type CoverPictures, drawCover, drawCoverFromPixels } from './cover-pictures.ts';
import { type InspectedPicture, inspectUpload } from './inspect-upload.ts';
import type { CodingPriority, CodingSlots } from './limits.ts';
import type { PictureDecoder } from './picture-decoder.ts';
import { drawPlaceholder } from './placeholder.ts';
import { type EncodedImage, type RawPixels, resizeImage } from './resize.ts';

/** A cover that has been stored. */
export interface StoredCover {
  /** Names the picture by its content: the same picture of two books is one file. */
  readonly key: string;
  /** Mean colour, `#rrggbb`. */
  readonly color: string;
}

/** A picture that somebody sent, stored with its original. */
export interface StoredUpload extends StoredCover, InspectedPicture {}

/** How a cover is wanted. */
export interface CoverVariant {
  /** Pixels; rounded up to a width that is kept, the largest when absent. */
  readonly width?: number | undefined;
  readonly format?: 'webp' | 'jpeg' | undefined;
}

/** Files of covers that went, by what they were. */
export interface CoverSweep {
  readonly thumbnails: number;
  readonly originals: number;
  readonly bytes: number;
  readonly failures: readonly string[];
}

/** Who names covers, for a sweep. */
export type CoverNames = Pick<SweepRules, 'isNamed' | 'listNamed' | 'signal' | 'report'>;

/** Cover pictures on disk. Files of covers that no row names any more are swept by maintenance. */
export interface Covers {
  /**
   * Draws all widths and stores them, before any row names them.
   * @throws {FormatError} the picture cannot be decoded
   */
  readonly put: (picture: Uint8Array | RawPixels, priority: CodingPriority) => Promise<StoredCover>;
  /**
   * The same for a picture that somebody sent: only whole pictures are taken, and the bytes are kept as they came.
   * @throws {FormatError} `image.unknown` or `image.too-large`
   */
  readonly putUpload: (bytes: Uint8Array, priority: CodingPriority) => Promise<StoredUpload>;
  /** Whether all widths are there. */
  readonly isComplete: (key: string) => Promise<boolean>;
  /**
   * Draws an uploaded cover again from its original.
   * @returns false when there is no original
   * @throws {FormatError} the original cannot be decoded
   */
  readonly restore: (key: string, priority: CodingPriority) => Promise<boolean>;
  /** Deletes the files of covers that nothing names, an hour after they were written. Two sweeps at a time are one. */
  readonly sweep: (names: CoverNames) => Promise<CoverSweep>;
  /** @returns undefined when the file is gone */
  readonly find: (key: string, variant: CoverVariant) => Promise<EncodedImage | undefined>;
  /** A picture for what has no cover; the same for the same seed. */
  readonly placeholder: (seed: string, variant: CoverVariant) => Promise<EncodedImage>;
  /** Names a variant: part of the ETag. */
  readonly describe: (variant: CoverVariant) => string;
}

const KEY_LENGTH = 32;
const KEY = /^[0-9a-f]{32}$/;
const FILE_NAME = /^([0-9a-f]{32})(-\d+\.webp|\.original)$/;
const ORIGINAL = '.original';
/** A cover is written before the row that names it: longer than that takes no transaction has. */
const GRACE_MS = 3_600_000;

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

function toSweep({ swept, failures }: SweepOutcome): CoverSweep {
  const originals = swept.filter(({ name }) => name.includes(ORIGINAL)).length;
  const bytes = swept.reduce((sum, file) => sum + file.bytes, 0);
  return { thumbnails: swept.length - originals, originals, bytes, failures };
}

/**
 * Covers below one folder.
 * @param folder absolute; made when missing
 * @param derived where pictures in other formats are kept for a while
 */
export function createCovers(
  folder: string,
  derived: DerivedFiles,
  slots: CodingSlots,
  decoder: PictureDecoder,
): Covers {
  const pathOf = (key: string, width: number): string => join(folder, key.slice(0, 2), `${key}-${String(width)}.webp`);
  const originalOf = (key: string): string => join(folder, key.slice(0, 2), key + ORIGINAL);
  let sweeping: Promise<CoverSweep> | undefined;

  const write = async (key: string, pictures: CoverPictures): Promise<void> => {
    for (const [index, width] of COVER_WIDTHS.entries()) {
      const bytes = pictures.files[index];
      if (bytes === undefined) throw new Error(`The cover has no picture ${String(width)} wide`);
      await writeFileAtomically(pathOf(key, width), bytes);
    }
  };

  const draw = async (picture: Uint8Array | RawPixels, priority: CodingPriority): Promise<CoverPictures> => {
    const background = priority === 'background';
    const opened = isPixels(picture) ? picture : await decoder.open(picture, { background });
    return isPixels(opened) ? await drawCoverFromPixels(opened) : await drawCover(opened);
  };

  const describe = ({ width, format }: CoverVariant): string => `${String(chooseWidth(width))}-${format ?? 'webp'}`;

  return {
    describe,
    put: async (picture, priority) => {
      const key = hashOf(picture);
      const pictures = await slots.run(async () => draw(picture, priority), priority);
      await write(key, pictures);
      return { key, color: pictures.color };
    },
    putUpload: async (bytes, priority) => {
      const inspected = await inspectUpload(bytes);
      const key = hashOf(bytes);
      const pictures = await slots.run(async () => drawCover(bytes, { strict: true }), priority);
      await writeFileAtomically(originalOf(key), bytes);
      await write(key, pictures);
      return { key, color: pictures.color, ...inspected };
    },
    isComplete: async (key) => {
      if (!KEY.test(key)) return false;
      const states = await Promise.all(COVER_WIDTHS.map(async (width) => findFileState(pathOf(key, width))));
      return states.every((state) => state !== undefined);
    },
    restore: async (key, priority) => {
      const original = KEY.test(key) ? await findFile(originalOf(key)) : undefined;
      if (original === undefined) return false;
      await write(key, await slots.run(async () => drawCover(original), priority));
      return true;
    },
    sweep: async (names) => {
      const rules = { ...names, before: Date.now() - GRACE_MS, keyOf: (name: string) => FILE_NAME.exec(name)?.[1] };
      sweeping ??= sweepFiles(folder, rules)
        .then(toSweep)
        .finally(() => {
          sweeping = undefined;
        });
      return sweeping;
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
