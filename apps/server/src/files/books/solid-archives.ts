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
  /** Identifies the content, whatever the file name. */
  readonly identity: string;
}

/**
 * Pages of solid RAR and 7z archives, where unpacking one page means unpacking all before it. The first requested page
 * starts unpacking all into a cache on disk. Each page is readable as soon as it is unpacked; afterwards it costs one
 * read.
 */
export interface SolidArchives extends AsyncDisposable {
  /**
   * Lends the bytes of one entry.
   * @param signal releases the caller; unpacking continues, because the next page is likely to be read
   * @throws {FormatError} damaged, encrypted, missing, or `file.changed`
   * @throws {Error} with a system `code` when the disk of the book refuses
   */
  readonly lendEntry: (archive: SolidArchive, entry: PackedEntry, signal?: AbortSignal) => Promise<LentBuffer>;
  /** Counts unpacked archives, or parts of large ones. */
  readonly unpackedCount: () => number;
  readonly state: () => CacheState;
  /** Resolves when no archive is being unpacked. */
  readonly settled: () => Promise<void>;
}

/** What `createSolidArchives` needs. */
export interface SolidArchivesOptions {
  /** Absolute; created when missing, used by the cache alone. */
  readonly folder: string;
  readonly maxBytes: number;
  /** Unpacks single entries when the cache cannot help. */
  readonly readers: Pick<BookReaders, 'extract'>;
  readonly places: Places;
  readonly archives: Pick<OpenArchives, 'lendEntry'>;
}

/** Archives unpacked at once; page readers have threads of their own. */
const THREADS = 2;
const MEMORY_MB = 256;
/** Enough for the largest page on a slow disk, and all data between two pages. */
const SILENCE_LIMIT_MS = 60_000;
/** After the disk was full, pages are unpacked one by one for this long. */
const NO_ROOM_MS = 60_000;
/** Two attempts suffice, unless packs are evicted as fast as they are made. */
const MAX_ATTEMPTS = 3;

function deriveKey({ identity, file }: SolidArchive): string {
  const whole = `${identity} ${String(file.size)} ${String(file.modifiedAt)}`;
  return createHash('sha256').update(whole).digest('hex').slice(0, 40);
}

function toError({ code, message }: PackDamage): FormatError {
  // Packs store only codes of FormatError.
  return new FormatError(code as FormatErrorCode, message);
}

class Solids implements SolidArchives {
  readonly #options: SolidArchivesOptions;
  readonly #shelf: PackShelf;
  readonly #pool: WorkerPool<UnpackRequest, { readonly unpack: UnpackAnswer }>;
  readonly #running = new Map<string, Unpacking>();
  /** Running archives, and finished ones that still clean up. */
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
    const key = deriveKey(archive);
    for (let look = 0; look < MAX_ATTEMPTS && this.#canKeep(entry); look += 1) {
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

  /** Reads from a finished pack; undefined when there is none, or it is unreadable. */
  async #lendKept(key: string, { index }: PackedEntry): Promise<LentBuffer | undefined> {
    const pack = await this.#shelf.find(key, index).catch(() => undefined);
    if (pack === undefined) return undefined;
    const damage = pack.damaged.get(index);
    if (damage !== undefined) throw toError(damage);
    const page = pack.pages.get(index);
    return page === undefined ? undefined : await this.#lendPacked(pack, page);
  }

  async #lendPacked(pack: Pack, page: PackedPage): Promise<LentBuffer | undefined> {
    try {
      const entry = { kind: 'stored', ...page, crc: null } as const;
      return await this.#options.archives.lendEntry(pack.path, pack.identity, entry);
    } catch {
      // Deleted or damaged from outside: the archive is unpacked again.
      await this.#shelf.drop(pack);
      return undefined;
    }
  }

  /** Reads while the archive is unpacked; undefined when that gave no such page. */
  async #lendFresh(
    key: string,
    archive: SolidArchive,
    { entry, signal }: { readonly entry: PackedEntry; readonly signal: AbortSignal | undefined },
  ): Promise<LentBuffer | undefined> {
    const running = this.#running.get(key) ?? this.#start(key, archive, entry);
    const place = await running.find(entry.index, signal);
    if (place === undefined) return undefined;
    if ('code' in place) throw toError(place);
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

/** Opens the cache and deletes leftovers of a killed process. Disposing stops all unpacking at once. */
export function createSolidArchives(options: SolidArchivesOptions): SolidArchives {
  return new Solids(options);
}
