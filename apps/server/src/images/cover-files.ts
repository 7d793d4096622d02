import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { type NewFile, writeFilesAtomically, writeFilesAtomicallyNow } from '#files/data/atomic-write.ts';
import { sweepFiles, type SweepOutcome, type SweepRules } from '#files/data/sweep-files.ts';
import { freeBytes } from '#files/opening/buffer-pool.ts';
import { findFileState } from '#files/opening/find-file.ts';
import { COVER_WIDTHS, type CoverPictures, drawCover } from './cover-pictures.ts';
import type { RawPixels } from './resize.ts';

/** A cover on disk. */
export interface StoredCover {
  /** Hash of the picture: books with the same picture share one file. */
  readonly key: string;
  readonly color: string;
}

const KEY_LENGTH = 32;
const KEY = /^[0-9a-f]{32}$/;
const FILE_NAME = /^([0-9a-f]{32})(-\d+\.webp|\.original)$/;
/** A cover is written before the row that names it; no transaction takes longer. */
const GRACE_MS = 3_600_000;

/** Suffix of uploaded originals. */
export const ORIGINAL = '.original';

/** Whether the text has the form of a cover key. */
export function isCoverKey(key: string): boolean {
  return KEY.test(key);
}

/** Shortens a hash to a cover key. */
export function toCoverKey(hash: string): string {
  return hash.slice(0, KEY_LENGTH);
}

/** Whether a picture is decoded already. */
export function isPixels(picture: Uint8Array | RawPixels): picture is RawPixels {
  return 'samples' in picture;
}

/** The key of a cover, from its picture. */
export function deriveCoverKey(picture: Uint8Array | RawPixels): string {
  const hash = createHash('sha256');
  if (isPixels(picture))
    hash.update(`pixels ${String(picture.width)} ${String(picture.height)} `).update(picture.samples);
  else hash.update(picture);
  return toCoverKey(hash.digest('hex'));
}

/** Files of covers below one folder. */
export class CoverFiles {
  readonly folder: string;

  /** @param folder absolute; created when missing */
  constructor(folder: string) {
    this.folder = folder;
  }

  getPath(key: string, width: number): string {
    return join(this.folder, key.slice(0, 2), `${key}-${String(width)}.webp`);
  }

  getOriginalPath(key: string): string {
    return join(this.folder, key.slice(0, 2), key + ORIGINAL);
  }

  async write(key: string, pictures: CoverPictures): Promise<void> {
    await writeFilesAtomically(this.#listFiles(key, pictures));
  }

  /** `write` for worker threads. */
  writeNow(key: string, pictures: CoverPictures): void {
    writeFilesAtomicallyNow(this.#listFiles(key, pictures));
  }

  #listFiles(key: string, { files }: CoverPictures): NewFile[] {
    return COVER_WIDTHS.map((width, index) => {
      const bytes = files[index];
      if (bytes === undefined) throw new Error(`The cover has no picture ${String(width)} wide`);
      return { path: this.getPath(key, width), bytes };
    });
  }

  async isComplete(key: string): Promise<boolean> {
    if (!isCoverKey(key)) return false;
    const states = await Promise.all(COVER_WIDTHS.map(async (width) => findFileState(this.getPath(key, width))));
    return states.every((state) => state !== undefined && state.size > 0);
  }

  async sweep(names: Omit<SweepRules, 'before' | 'keyOf'>): Promise<SweepOutcome> {
    const findKey = (name: string): string | undefined => FILE_NAME.exec(name)?.[1];
    return sweepFiles(this.folder, { ...names, before: Date.now() - GRACE_MS, keyOf: findKey });
  }
}

/**
 * Draws and stores a cover in the thread that has the picture.
 * @param folder of covers, absolute
 * @param picture in a format that sharp reads
 * @throws {FormatError} the picture cannot be decoded
 * @throws {Error} with a system `code` when the disk refuses
 */
export async function storeCover(folder: string, picture: Uint8Array): Promise<StoredCover> {
  const key = deriveCoverKey(picture);
  const pictures = await drawCover(picture);
  new CoverFiles(folder).writeNow(key, pictures);
  for (const file of pictures.files) freeBytes(file);
  return { key, color: pictures.color };
}
