import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import type { FileIdentity } from '../opening/file-identity.ts';
import { type PackIndex, readPackIndex } from './pack-file.ts';

/** A finished, readable pack. */
export interface Pack extends PackIndex {
  readonly path: string;
  readonly identity: FileIdentity;
}

/** Identifies a pack. */
export interface PackName {
  /** Key of the archive; lower-case letters and digits. */
  readonly key: string;
  /** Distinguishes the packs of one archive. */
  readonly part: number;
  /** False when the pack expires after some minutes or with the process. */
  readonly isLasting: boolean;
}

/** An LRU cache of finished packs on disk, limited in bytes. */
export interface PackShelf {
  /** Finds the pack that knows an entry of an archive. */
  readonly find: (key: string, index: number) => Promise<Pack | undefined>;
  /** A path for a new pack. Lookups ignore it until `keep`; a restart deletes it. */
  readonly newPath: () => Promise<string>;
  /** Starts to free room for a pack being written. Disposing releases the reservation. */
  readonly reserve: (bytes: number) => Disposable;
  readonly keep: (path: string, name: PackName) => Promise<void>;
  readonly drop: (pack: Pack) => Promise<void>;
  readonly size: () => { readonly packs: number; readonly bytes: number };
}

interface Shelved {
  readonly path: string;
  readonly size: number;
  usedAt: number;
  pack: Promise<Pack | undefined> | undefined;
  /** Milliseconds of the shelf's clock. */
  readonly forgetAt: number;
}

/** A failure that another attempt may not repeat is remembered this long, so that not every page retries. */
const PASSING_MS = 10 * 60_000;
const NAME = /^([0-9a-z]+)-\d+\.pack$/;

interface Found {
  readonly key: string;
  readonly path: string;
  readonly size: number;
  readonly modifiedAt: number;
}

/** Finished packs of an earlier process, least recently used first. Other files are deleted. */
async function listLeft(folder: string): Promise<readonly Found[]> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const found: Found[] = [];
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    const key = NAME.exec(name)?.[1];
    const stats = key === undefined ? undefined : await stat(path).catch(() => undefined);
    if (key === undefined || stats === undefined) await rm(path, { force: true, recursive: true });
    else found.push({ key, path, size: stats.size, modifiedAt: stats.mtimeMs });
  }
  return found.toSorted((one, other) => one.modifiedAt - other.modifiedAt);
}

async function openPack(path: string): Promise<Pack | undefined> {
  const index = await readPackIndex(path);
  if (index === undefined) return undefined;
  // The order of use survives a restart.
  const now = new Date();
  await utimes(path, now, now);
  const { size, mtimeMs } = await stat(path);
  return { ...index, path, identity: { size, modifiedAt: Math.floor(mtimeMs) } };
}

class Shelf implements PackShelf {
  readonly #folder: string;
  readonly #maxBytes: number;
  readonly #now: () => number;
  readonly #archives = new Map<string, Shelved[]>();
  #ready: Promise<void> | undefined;
  #total = 0;
  #reserved = 0;
  #uses = 0;

  constructor(folder: string, maxBytes: number, now: () => number) {
    this.#folder = folder;
    this.#maxBytes = maxBytes;
    this.#now = now;
  }

  /** Reads the folder once; a failed read is repeated with the next call. */
  async ready(): Promise<void> {
    this.#ready ??= this.#load().catch((error: unknown) => {
      this.#ready = undefined;
      throw error;
    });
    await this.#ready;
  }

  async find(key: string, index: number): Promise<Pack | undefined> {
    await this.ready();
    for (const shelved of this.#archives.get(key) ?? []) {
      // An unreadable pack is unpacked again.
      const isForgotten = this.#now() >= shelved.forgetAt;
      const pack = isForgotten ? undefined : await (shelved.pack ??= openPack(shelved.path).catch(() => undefined));
      if (pack === undefined) await this.#remove(key, shelved);
      else if (pack.pages.has(index) || pack.damaged.has(index)) {
        shelved.usedAt = this.#uses += 1;
        return pack;
      }
    }
    return undefined;
  }

  async newPath(): Promise<string> {
    await this.ready();
    return join(this.#folder, `${randomUUID()}.tmp`);
  }

  reserve(bytes: number): Disposable {
    this.#reserved += bytes;
    let isHeld = true;
    void this.#shrink();
    return {
      [Symbol.dispose]: () => {
        if (isHeld) this.#reserved -= bytes;
        isHeld = false;
      },
    };
  }

  async keep(path: string, { key, part, isLasting }: PackName): Promise<void> {
    const target = isLasting ? join(this.#folder, `${key}-${String(part)}.pack`) : path;
    if (isLasting) await rename(path, target);
    const { size } = await stat(target);
    const others = (this.#archives.get(key) ?? []).filter((shelved) => {
      if (shelved.path === target) this.#total -= shelved.size;
      return shelved.path !== target;
    });
    this.#uses += 1;
    const forgetAt = isLasting ? Infinity : this.#now() + PASSING_MS;
    this.#archives.set(key, [...others, { path: target, size, usedAt: this.#uses, pack: undefined, forgetAt }]);
    this.#total += size;
    await this.#shrink();
  }

  size(): { readonly packs: number; readonly bytes: number } {
    const packs = [...this.#archives.values()].reduce((sum, { length }) => sum + length, 0);
    return { packs, bytes: this.#total };
  }

  async drop({ path }: Pack): Promise<void> {
    for (const [key, packs] of this.#archives) {
      const shelved = packs.find((candidate) => candidate.path === path);
      if (shelved !== undefined) await this.#remove(key, shelved);
    }
  }

  async #load(): Promise<void> {
    for (const { key, path, size } of await listLeft(this.#folder)) {
      this.#uses += 1;
      const shelved = { path, size, usedAt: this.#uses, pack: undefined, forgetAt: Infinity };
      this.#archives.set(key, [...(this.#archives.get(key) ?? []), shelved]);
      this.#total += size;
    }
    await this.#shrink();
  }

  async #shrink(): Promise<void> {
    if (this.#total + this.#reserved <= this.#maxBytes) return;
    const all = [...this.#archives].flatMap(([key, packs]) => packs.map((shelved) => ({ key, shelved })));
    for (const { key, shelved } of all.toSorted((one, other) => one.shelved.usedAt - other.shelved.usedAt)) {
      if (this.#total + this.#reserved <= this.#maxBytes) return;
      await this.#remove(key, shelved);
    }
  }

  async #remove(key: string, shelved: Shelved): Promise<void> {
    const packs = this.#archives.get(key) ?? [];
    if (!packs.includes(shelved)) return;
    const left = packs.filter((other) => other !== shelved);
    if (left.length === 0) this.#archives.delete(key);
    else this.#archives.set(key, left);
    this.#total -= shelved.size;
    // Open descriptors stay valid. A file that cannot be deleted now is deleted by the next start.
    await rm(shelved.path, { force: true }).catch(() => undefined);
  }
}

/**
 * Opens the packs in a folder and deletes unfinished ones.
 * @param folder absolute; created when missing, used by this shelf alone
 * @param maxBytes limit for all packs together
 * @param now milliseconds of a monotonic clock
 */
export function openPackShelf(folder: string, maxBytes: number, now = () => performance.now()): PackShelf {
  const shelf = new Shelf(folder, maxBytes, now);
  // A disk that refuses now is asked again when a user wants a pack.
  shelf.ready().catch(() => undefined);
  return shelf;
}
