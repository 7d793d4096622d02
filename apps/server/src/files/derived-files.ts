import { readFile, rm, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import type { CacheState } from '#metrics/cache-state.ts';
import { writeFileAtomically } from './atomic-write.ts';
import { drop, type Kept, type KeptFile, listKept, touch } from './kept-files.ts';
import { sealed, unsealed } from './sealed-bytes.ts';
import { createSharedJobs } from './shared-jobs.ts';

/** Bytes that are handed out, but not worth keeping: making them again costs nothing. */
export interface NotKept {
  readonly notKept: Uint8Array;
}

/** Files that can be made again at any time, kept on disk up to a number of bytes; the longest unused go first. */
export interface DerivedFiles {
  /**
   * The bytes kept under a name, made when they are not there. All who ask for one name at the same time share one making.
   * @param name letters, digits, `-` and `.` only; its first two characters name the folder
   * @param make its signal is aborted when all who asked have left
   * @param signal of the one who asks here
   */
  readonly get: (
    name: string,
    make: (signal: AbortSignal) => Promise<Uint8Array | NotKept>,
    signal?: AbortSignal,
  ) => Promise<Buffer>;
  /** Resolves when nothing is being written. */
  readonly settled: () => Promise<void>;
  /** What is kept is known once something was asked for. */
  readonly state: () => CacheState;
}

const NAME = /^[A-Za-z0-9][A-Za-z0-9.-]{2,200}$/;
/** Uses are noted no finer than this, so that reading seldom writes. */
const NOTE_MS = 3_600_000;

function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/**
 * A bounded cache on disk. Each file ends in a seal, so that one cut short by a power cut is made again.
 * @param folder absolute; made when it is missing, and owned by this cache alone
 * @param maxBytes what all files together may take
 */
export function createDerivedFiles(folder: string, maxBytes: number): DerivedFiles {
  const jobs = createSharedJobs<Buffer>();
  const writing = new Set<Promise<void>>();
  let listing: Promise<Kept> | undefined;
  let listed: Kept | undefined;
  let hits = 0;
  let misses = 0;

  const pathOf = (name: string): string => join(folder, name.slice(0, 2), name);

  const inBackground = (work: Promise<void>): void => {
    const tracked = work.finally(() => writing.delete(tracked));
    writing.add(tracked);
  };

  const shrink = async (kept: Kept): Promise<void> => {
    for (const name of kept.files.keys()) {
      if (kept.total <= maxBytes) return;
      drop(kept, name);
      await rm(pathOf(name), { force: true });
    }
  };

  const keep = async (kept: Kept, name: string, bytes: Uint8Array): Promise<void> => {
    const file = sealed(bytes);
    try {
      await writeFileAtomically(pathOf(name), file);
    } catch {
      // A full or read-only disk costs the next caller the work again, nothing else.
      return;
    }
    touch(kept, name, { size: file.length, notedAt: Date.now(), isWhole: true });
    await shrink(kept);
  };

  /** A use outlives the process as the time of the file. */
  const noteUse = (kept: Kept, name: string, file: KeptFile): void => {
    const now = Date.now();
    const isOld = now - file.notedAt > NOTE_MS;
    touch(kept, name, { ...file, notedAt: isOld ? now : file.notedAt, isWhole: true });
    if (isOld) inBackground(utimes(pathOf(name), now / 1000, now / 1000).catch(() => undefined));
  };

  const findKept = async (kept: Kept, name: string): Promise<Buffer | undefined> => {
    const file = kept.files.get(name);
    if (file === undefined) return undefined;
    const read = await readFile(pathOf(name)).catch(() => undefined);
    const bytes = read === undefined ? undefined : unsealed(read, !file.isWhole);
    // Gone, or cut short: the one made next takes its place.
    if (bytes === undefined) drop(kept, name);
    else noteUse(kept, name, file);
    return bytes;
  };

  const find = async (name: string, make: () => Promise<Uint8Array | NotKept>): Promise<Buffer> => {
    listing ??= listKept(folder);
    const kept = await listing;
    listed = kept;
    const found = await findKept(kept, name);
    if (found !== undefined) {
      hits += 1;
      return found;
    }
    misses += 1;
    const made = await make();
    if ('notKept' in made) return asBuffer(made.notKept);
    inBackground(keep(kept, name, made));
    return asBuffer(made);
  };

  return {
    get: async (name, make, signal) => {
      if (!NAME.test(name)) throw new Error(`"${name}" cannot name a derived file`);
      return await jobs.run(name, async (shared) => find(name, async () => make(shared)), signal);
    },
    settled: async () => Promise.allSettled(writing).then(() => undefined),
    state: () => ({
      hits,
      misses,
      entries: listed === undefined ? null : listed.files.size,
      bytes: listed?.total ?? null,
      maxBytes,
    }),
  };
}
