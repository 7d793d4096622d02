import { readFile, rm, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import type { CacheState } from '#metrics/counters.ts';
import { asBuffer } from '../opening/buffer-pool.ts';
import { writeFileAtomically } from './atomic-write.ts';
import { drop, type Kept, type KeptFile, listKept, touch } from './kept-files.ts';
import { addSeal, removeSeal } from './seal.ts';
import { createSharedJobs } from '../threads/shared-jobs.ts';

/** Bytes returned without being stored: making them again costs nothing. */
export interface NotKept {
  readonly notKept: Uint8Array;
}

/** An LRU cache on disk, limited in bytes, of files that can be made again. */
export interface DerivedFiles {
  /**
   * The cached bytes of a name, made when missing. Concurrent callers share one making.
   * @param name letters, digits, `-` and `.` only; its first two characters name the folder
   * @param make its signal is aborted when all callers have left
   * @param signal of this caller
   */
  readonly get: (
    name: string,
    make: (signal: AbortSignal) => Promise<Uint8Array | NotKept>,
    signal?: AbortSignal,
  ) => Promise<Buffer>;
  /** Resolves when no write is pending. */
  readonly settled: () => Promise<void>;
  /** Entries and bytes are null before the first request. */
  readonly state: () => CacheState;
}

const NAME = /^[A-Za-z0-9][A-Za-z0-9.-]{2,200}$/;
/** Uses are recorded at this interval at most, so that reads seldom write. */
const NOTE_MS = 3_600_000;

/** The folder of a cache and its content. */
interface Shelf {
  readonly kept: Kept;
  readonly folder: string;
  readonly maxBytes: number;
}

function getPath({ folder }: Shelf, name: string): string {
  return join(folder, name.slice(0, 2), name);
}

async function shrink(shelf: Shelf): Promise<void> {
  const { kept, maxBytes } = shelf;
  for (const name of kept.files.keys()) {
    if (kept.total <= maxBytes) return;
    drop(kept, name);
    await rm(getPath(shelf, name), { force: true });
  }
}

async function keep(shelf: Shelf, name: string, bytes: Uint8Array): Promise<void> {
  const file = addSeal(bytes);
  try {
    await writeFileAtomically(getPath(shelf, name), file, { flush: false });
  } catch {
    // A full or read-only disk only costs the next caller the work again.
    return;
  }
  touch(shelf.kept, name, { size: file.length, notedAt: Date.now(), isWhole: true });
  await shrink(shelf);
}

/** Records a use as the file's modification time, which survives a restart. */
async function noteUse(shelf: Shelf, name: string, file: KeptFile): Promise<void> {
  const now = Date.now();
  const isOld = now - file.notedAt > NOTE_MS;
  touch(shelf.kept, name, { ...file, notedAt: isOld ? now : file.notedAt, isWhole: true });
  if (isOld) await utimes(getPath(shelf, name), now / 1000, now / 1000).catch(() => undefined);
}

/** The bytes of a whole file; a missing or truncated file is forgotten. */
async function read(shelf: Shelf, name: string, file: KeptFile): Promise<Buffer | undefined> {
  const bytes = await readFile(getPath(shelf, name)).catch(() => undefined);
  const whole = bytes === undefined ? undefined : removeSeal(bytes, !file.isWhole);
  // The next write replaces the file.
  if (whole === undefined) drop(shelf.kept, name);
  return whole;
}

/**
 * Creates a bounded cache on disk. Each file ends in a seal, so that a file truncated by a power cut is made again.
 * @param folder absolute; created when missing, used by this cache alone
 * @param maxBytes limit for all files together
 */
export function createDerivedFiles(folder: string, maxBytes: number): DerivedFiles {
  const jobs = createSharedJobs<Buffer>();
  const writing = new Set<Promise<void>>();
  let listing: Promise<Shelf> | undefined;
  let listed: Kept | undefined;
  let hits = 0;
  let misses = 0;

  const inBackground = (work: Promise<void>): void => {
    const tracked = work.finally(() => writing.delete(tracked));
    writing.add(tracked);
  };

  const open = async (): Promise<Shelf> => {
    listed = await listKept(folder);
    return { kept: listed, folder, maxBytes };
  };

  const find = async (name: string, make: () => Promise<Uint8Array | NotKept>): Promise<Buffer> => {
    listing ??= open();
    const shelf = await listing;
    const file = shelf.kept.files.get(name);
    const found = file === undefined ? undefined : await read(shelf, name, file);
    if (file !== undefined && found !== undefined) {
      hits += 1;
      inBackground(noteUse(shelf, name, file));
      return found;
    }
    misses += 1;
    const made = await make();
    if ('notKept' in made) return asBuffer(made.notKept);
    inBackground(keep(shelf, name, made));
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
