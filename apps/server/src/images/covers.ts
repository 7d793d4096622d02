import { createHash } from 'node:crypto';
import { writeFileAtomically } from '#files/data/atomic-write.ts';
import type { DerivedFiles } from '#files/data/derived-files.ts';
import { findFile, findFileState } from '#files/opening/find-file.ts';
import type { SweepOutcome, SweepRules } from '#files/data/sweep-files.ts';
import type { CodingPriority } from './coding-memory.ts';
import type { CodingSlots, LentPlace } from './coding-slots.ts';
import {
  CoverFiles,
  deriveCoverKey,
  isCoverKey,
  isPixels,
  ORIGINAL,
  type StoredCover,
  toCoverKey,
} from './cover-files.ts';
import { COVER_WIDTHS, type CoverPictures, drawCover, drawCoverFromPixels } from './cover-pictures.ts';
import { type InspectedPicture, inspectUpload } from './inspect-upload.ts';
import type { PictureDecoder } from './picture-decoder.ts';
import { drawMosaic, drawPlaceholder } from './placeholder.ts';
import { type EncodedImage, type RawPixels, resizeImage } from './resize.ts';

export type { StoredCover } from './cover-files.ts';

/** A stored upload with its original. */
export interface StoredUpload extends StoredCover, InspectedPicture {}

/** Requested form of a cover. */
export interface CoverVariant {
  /** Pixels; rounded up to a stored width, the largest when absent. */
  readonly width?: number | undefined;
  readonly format?: 'webp' | 'jpeg' | undefined;
}

/** Deleted files of covers. */
export interface CoverSweep {
  readonly thumbnails: number;
  readonly originals: number;
  readonly bytes: number;
  readonly failures: readonly string[];
}

/** How a sweep finds the covers in use. */
export type CoverNames = Pick<SweepRules, 'isNamed' | 'listNamed' | 'signal' | 'report'>;

/** Lets the reading thread of a book draw its cover. */
export interface CoverOrder {
  /** Folder of covers, absolute. */
  readonly folder: string;
  /** Lends a coding slot for one cover. */
  readonly lend: () => LentPlace;
}

/** Covers on disk. Maintenance sweeps the files that no row names. */
export interface Covers {
  /**
   * Draws and stores all widths; call it before a row names the key.
   * @throws {FormatError} the picture cannot be decoded
   */
  readonly put: (picture: Uint8Array | RawPixels, priority: CodingPriority) => Promise<StoredCover>;
  /** `put` for a reading thread, which draws with `storeCover`. */
  readonly order: (priority: CodingPriority) => CoverOrder;
  /**
   * Stores an uploaded picture with its original bytes; refuses damaged pictures.
   * @throws {FormatError} `image.unknown` or `image.too-large`
   */
  readonly putUpload: (bytes: Uint8Array, priority: CodingPriority) => Promise<StoredUpload>;
  readonly isComplete: (key: string) => Promise<boolean>;
  /**
   * Draws an uploaded cover again from its original.
   * @returns false when there is no original
   * @throws {FormatError} the original cannot be decoded
   */
  readonly restore: (key: string, priority: CodingPriority) => Promise<boolean>;
  /** Deletes files of unreferenced covers that are older than an hour. Concurrent sweeps are joined. */
  readonly sweep: (names: CoverNames) => Promise<CoverSweep>;
  /** @returns undefined when the file is gone */
  readonly find: (key: string, variant: CoverVariant) => Promise<EncodedImage | undefined>;
  /**
   * Draws four covers as one picture, cached.
   * @returns undefined when a file is gone
   */
  readonly mosaic: (keys: readonly string[], variant: CoverVariant) => Promise<EncodedImage | undefined>;
  /** A generated picture; the same for the same seed. */
  readonly placeholder: (seed: string, variant: CoverVariant) => Promise<EncodedImage>;
  /** Names a variant, for the ETag. */
  readonly describe: (variant: CoverVariant) => string;
}

function chooseWidth(wanted: number | undefined): number {
  const largest = COVER_WIDTHS[COVER_WIDTHS.length - 1] ?? 0;
  return COVER_WIDTHS.find((width) => width >= (wanted ?? largest)) ?? largest;
}

function toSweep({ swept, failures }: SweepOutcome): CoverSweep {
  const originals = swept.filter(({ name }) => name.includes(ORIGINAL)).length;
  const bytes = swept.reduce((sum, file) => sum + file.bytes, 0);
  return { thumbnails: swept.length - originals, originals, bytes, failures };
}

function describeVariant({ width, format }: CoverVariant): string {
  return `${String(chooseWidth(width))}-${format ?? 'webp'}`;
}

type StoringCovers = Pick<Covers, 'put' | 'putUpload' | 'restore'>;

function createStoring(files: CoverFiles, slots: CodingSlots, decoder: PictureDecoder): StoringCovers {
  const draw = async (picture: Uint8Array | RawPixels, priority: CodingPriority): Promise<CoverPictures> => {
    const background = priority === 'background';
    const opened = isPixels(picture) ? picture : await decoder.open(picture, { background });
    return isPixels(opened) ? await drawCoverFromPixels(opened) : await drawCover(opened);
  };
  return {
    put: async (picture, priority) => {
      const key = deriveCoverKey(picture);
      const pictures = await slots.run(async () => draw(picture, priority), priority);
      await files.write(key, pictures);
      return { key, color: pictures.color };
    },
    putUpload: async (bytes, priority) => {
      const inspected = await inspectUpload(bytes);
      const key = deriveCoverKey(bytes);
      const pictures = await slots.run(async () => drawCover(bytes, { strict: true }), priority);
      // The only copy of these bytes.
      await writeFileAtomically(files.getOriginalPath(key), bytes);
      await files.write(key, pictures);
      return { key, color: pictures.color, ...inspected };
    },
    restore: async (key, priority) => {
      const original = isCoverKey(key) ? await findFile(files.getOriginalPath(key)) : undefined;
      if (original === undefined) return false;
      await files.write(key, await slots.run(async () => drawCover(original), priority));
      return true;
    },
  };
}

/** Files of several covers; undefined when one is gone. */
async function findAll(files: CoverFiles, keys: readonly string[], width: number): Promise<Buffer[] | undefined> {
  const pictures = await Promise.all(
    keys.map(async (key) => (isCoverKey(key) ? findFile(files.getPath(key, width)) : undefined)),
  );
  const found = pictures.filter((bytes) => bytes !== undefined && bytes.length > 0);
  return found.length === keys.length ? found.filter((bytes) => bytes !== undefined) : undefined;
}

/** Names the mosaic of several covers. */
export function mosaicKey(keys: readonly string[]): string {
  return toCoverKey(
    createHash('sha256')
      .update(`mosaic ${keys.join(' ')}`)
      .digest('hex'),
  );
}

/**
 * Opens the covers below one folder.
 * @param folder absolute; created when missing
 * @param derived caches pictures in other formats
 */
export function createCovers(
  folder: string,
  derived: DerivedFiles,
  slots: CodingSlots,
  decoder: PictureDecoder,
): Covers {
  const files = new CoverFiles(folder);
  let sweeping: Promise<CoverSweep> | undefined;

  return {
    ...createStoring(files, slots, decoder),
    order: (priority) => ({ folder, lend: () => slots.lend(priority) }),
    describe: describeVariant,
    isComplete: async (key) => files.isComplete(key),
    sweep: async (names) => {
      sweeping ??= files
        .sweep(names)
        .then(toSweep)
        .finally(() => {
          sweeping = undefined;
        });
      return sweeping;
    },
    find: async (key, variant) => {
      if (!isCoverKey(key)) return undefined;
      const path = files.getPath(key, chooseWidth(variant.width));
      if (variant.format !== 'jpeg') {
        const bytes = await findFile(path);
        // A power cut may leave an empty file.
        return bytes === undefined || bytes.length === 0 ? undefined : { bytes, contentType: 'image/webp' };
      }
      const state = await findFileState(path);
      if (state === undefined || state.size === 0) return undefined;
      const bytes = await derived.get(`${key}-${describeVariant(variant)}.jpeg`, async () => {
        const stored = (await findFile(path)) ?? Buffer.alloc(0);
        const { bytes: jpeg } = await slots.run(async () => resizeImage(stored, { format: 'jpeg' }), 'viewer');
        return jpeg;
      });
      return { bytes, contentType: 'image/jpeg' };
    },
    mosaic: async (keys, variant) => {
      const width = chooseWidth(variant.width);
      const format = variant.format ?? 'webp';
      const pictures = await findAll(files, keys, COVER_WIDTHS[0]);
      if (pictures === undefined) return undefined;
      const bytes = await derived.get(`${mosaicKey(keys)}-${describeVariant(variant)}.${format}`, async () => {
        const drawn = await slots.run(async () => drawMosaic(pictures, width, format), 'viewer');
        return drawn.bytes;
      });
      return { bytes, contentType: `image/${format}` };
    },
    placeholder: async (seed, variant) =>
      slots.run(async () => drawPlaceholder(seed, chooseWidth(variant.width), variant.format ?? 'webp'), 'viewer'),
  };
}
