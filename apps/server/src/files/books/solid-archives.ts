import { createHash } from 'node:crypto';
import { FormatError, type FormatErrorCode, type PackedEntry } from '@lectern/formats';
import type { CacheState } from '#metrics/counters.ts';
import type { BookReaders } from './book-readers.ts';
import type { LentBuffer } from '../opening/buffer-pool.ts';
import { findLibraryFileState } from '../opening/find-file.ts';
import type { OpenArchives } from './open-archives.ts';
import type { PackDamage, PackedPage } from './pack-file.ts';
import { openPackShelf, type Pack, type PackShelf } from './pack-shelf.ts';
import { startUnpacking, type Unpacking } from './unpacking.ts';
import type { Places } from '../opening/places.ts';
import { createWorkerPool, type WorkerPool } from '../threads/worker-pool.ts';
import type { FileIdentity } from '../opening/file-identity.ts';
import type { UnpackAnswer, UnpackRequest } from './unpack-request.ts';

/** A solid archive as it was analysed. */
export interface SolidArchive {
  readonly absolutePath: string;
  readonly file: FileIdentity;
  /** Names the content, whatever the file is called. */
  readonly identity: string;
}

/**
 * Pages of solid RAR and 7z archives, of which one cannot be unpacked without all before it. The first page asked for has all of them
 * unpacked, once, into a cache on disk; each is there as soon as it has come out, and after that as near as a stored one.
 */
export interface SolidArchives extends AsyncDisposable {
  /**
   * The bytes of one entry, on loan.
   * @param signal lets the caller go; the archive is unpacked to its end, for the page after this will be wanted
   * @throws {FormatError} damaged, encrypted, not there, or `file.changed`
   * @throws {Error} with a system `code` when the disk of the book refuses
   */
  readonly lendEntry: (archive: SolidArchive, entry: PackedEntry, signal?: AbortSignal) => Promise<LentBuffer>;
  /** Archives, or parts of large ones, that were unpacked so far. */
  readonly unpackedCount: () => number;
  readonly state: () => CacheState;
  /** Resolves when nothing is being unpacked. */
  readonly settled: () => Promise<void>;
}

/** Where the cache is and what it uses. */
export interface SolidArchivesOptions {
  /** Absolute; made when it is missing, and owned by the cache alone. */
  readonly folder: string;
  readonly maxBytes: number;
  /** Unpacks single entries where the cache cannot help. */
  readonly readers: Pick<BookReaders, 'extract'>;
  readonly places: Places;
  /** Reads from finished packs. */
  readonly archives: Pick<OpenArchives, 'lendEntry'>;
}

/** Archives that are unpacked at the same time; each has a thread of its own, and page readers have theirs. */
const THREADS = 2;
const MEMORY_MB = 256;
/** A page of the largest size on a slow disk, and whatever lies between two pages. */
const SILENCE_LIMIT_MS = 60_000;
/** After a disk was full, pages are unpacked one by one for so long. */
const NO_ROOM_MS = 60_000;
/** Two looks are enough unless packs are evicted as fast as they are made. */
const MAX_LOOKS = 3;

function keyOf({ identity, file }: SolidArchive): string {
  const whole = `${identity} ${String(file.size)} ${String(file.modifiedAt)}`;
  return createHash('sha256').update(whole).digest('hex').slice(0, 40);
}

function errorOf({ code, message }: PackDamage): FormatError {
  // Only codes of FormatError are ever written down.
  return new FormatError(code as FormatErrorCode, message);
}

class Solids implements SolidArchives {
  readonly #options: SolidArchivesOptions;
  readonly #shelf: PackShelf;
  readonly #pool: WorkerPool<UnpackRequest, { readonly unpack: UnpackAnswer }>;
  readonly #running = new Map<string, Unpacking>();
  /** Those that run, and those that clear up behind them. */
  readonly #unfinished = new Set<Unpacking>();
  #noRoomUntil = Number.NEGATIVE_INFINITY;
  #unpacked = 0;
  #hits = 0;
  #misses = 0;
  #isClosed = false;

  constructor(options: SolidArchivesOptions) {
    this.#options = options;
    this.#shelf = openPackShelf(options.folder, options.maxBytes);
    this.#pool = createWorkerPool(new URL('./unpack-worker.ts', import.meta.url), THREADS, MEMORY_MB);
  }

  /** Half, so that two archives fit while they are unpacked. */
  get #partBytes(): number {
    return Math.floor(this.#options.maxBytes / 2);
  }

  readonly unpackedCount = (): number => this.#unpacked;

  readonly state = (): CacheState => {
    const { packs, bytes } = this.#shelf.size();
    return { hits: this.#hits, misses: this.#misses, entries: packs, bytes, maxBytes: this.#options.maxBytes };
  };

  readonly settled = async (): Promise<void> => {
    await Promise.all([...this.#unfinished].map(async ({ ended }) => ended));
  };

  readonly lendEntry: SolidArchives['lendEntry'] = async (archive, entry, signal) => {
    const key = keyOf(archive);
    for (let look = 0; look < MAX_LOOKS && this.#canKeep(entry); look += 1) {
      signal?.throwIfAborted();
      const kept = await this.#lendKept(key, entry);
      if (kept !== undefined) {
        this.#hits += 1;
        return kept;
      }
      const fresh = await this.#lendFresh(key, archive, { entry, signal });
      if (fresh !== undefined) {
        this.#misses += 1;
        return fresh;
      }
    }
    this.#misses += 1;
    const bytes = await this.#options.readers.extract(archive.absolutePath, entry, { signal });
    return { bytes, giveBack: () => undefined };
  };

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isClosed = true;
    await this.#pool[Symbol.asyncDispose]();
    await this.settled();
  }

  #canKeep(entry: PackedEntry): boolean {
    return entry.length <= this.#partBytes && performance.now() >= this.#noRoomUntil;
  }

  /** From a pack that is there; undefined when none is, or it turned out to be unreadable. */
  async #lendKept(key: string, { index }: PackedEntry): Promise<LentBuffer | undefined> {
    const pack = await this.#shelf.find(key, index).catch(() => undefined);
    if (pack === undefined) return undefined;
    const damage = pack.damaged.get(index);
    if (damage !== undefined) throw errorOf(damage);
    const page = pack.pages.get(index);
    return page === undefined ? undefined : await this.#lendPacked(pack, page);
  }

  async #lendPacked(pack: Pack, page: PackedPage): Promise<LentBuffer | undefined> {
    try {
      const entry = { kind: 'stored', ...page, crc: null } as const;
      return await this.#options.archives.lendEntry(pack.path, pack.identity, entry);
    } catch {
      // Deleted or damaged by another user: the archive is unpacked again.
      await this.#shelf.drop(pack);
      return undefined;
    }
  }

  /** From the archive while it is unpacked; undefined when that gave no such page. */
  async #lendFresh(
    key: string,
    archive: SolidArchive,
    { entry, signal }: { readonly entry: PackedEntry; readonly signal: AbortSignal | undefined },
  ): Promise<LentBuffer | undefined> {
    const running = this.#running.get(key) ?? this.#start(key, archive, entry);
    const place = await running.find(entry.index, signal);
    if (place === undefined) return undefined;
    if ('code' in place) throw errorOf(place);
    return await running.lend(place);
  }

  #start(key: string, archive: SolidArchive, wanted: PackedEntry): Unpacking {
    if (this.#isClosed) throw new Error('The cache of solid archives has been closed');
    this.#unpacked += 1;
    const unpacking = startUnpacking({
      key,
      shelf: this.#shelf,
      run: async (target, onProgress) =>
        this.#pool.run(
          {
            kind: 'unpack',
            place: await this.#options.places.of(archive.absolutePath),
            wanted,
            target,
            maxBytes: this.#partBytes,
          },
          { timeLimitMs: SILENCE_LIMIT_MS, background: false, onProgress },
        ),
      isUnchanged: async () => {
        const { root } = await this.#options.places.of(archive.absolutePath);
        const found = await findLibraryFileState(root, archive.absolutePath);
        return found?.size === archive.file.size && found.modifiedAt === archive.file.modifiedAt;
      },
      onEnd: (end) => {
        if (end === 'no-room') this.#noRoomUntil = performance.now() + NO_ROOM_MS;
        this.#running.delete(key);
      },
    });
    this.#running.set(key, unpacking);
    this.#unfinished.add(unpacking);
    void unpacking.ended.then(() => this.#unfinished.delete(unpacking));
    return unpacking;
  }
}

/** Opens the cache; what a process that was killed left in it is deleted. Disposing stops all unpacking at once. */
export function createSolidArchives(options: SolidArchivesOptions): SolidArchives {
  return new Solids(options);
}
