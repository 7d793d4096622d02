import { fstat, type Stats } from 'node:fs';
import { promisify } from 'node:util';
import { FormatError } from '@lectern/formats';
import type { CacheState } from '#metrics/counters.ts';
import type { BoundedReads } from './bounded-reads.ts';
import { type FileIdentity, isSameFile, toFileIdentity } from './file-identity.ts';
import { closeAsync, openInside } from './open-inside.ts';
import type { Places } from './places.ts';

/** A file that is open or opening. The borrower releases it. */
interface OpenFile {
  readonly path: string;
  /** Absolute folder of its library. */
  readonly root: string;
  readonly identity: FileIdentity;
  readonly opening: Promise<number>;
  /** A bare descriptor once it is open: a `FileHandle` adds more cost to a read than finding the entry. */
  fd: number | undefined;
  readers: number;
  evicted: boolean;
  checkedAt: number;
  usedAt: number;
}

const MAX_OPEN = 64;
/** An open file is compared with the database at this interval at most. */
const RECHECK_MS = 1_000;
/** Idle files are closed after this time, so that their disk can be unmounted. */
const IDLE_MS = 30_000;

const statAsync = promisify(fstat);

function compare(stats: Stats, path: string, identity: FileIdentity): void {
  if (isSameFile(toFileIdentity(stats), identity)) return;
  throw new FormatError('file.changed', `"${path}" has changed since it was analysed`);
}

async function openSame(places: Places, path: string, identity: FileIdentity): Promise<number> {
  const { fd, stats } = await openInside(await places.of(path));
  try {
    compare(stats, path, identity);
    return fd;
  } catch (error) {
    await closeAsync(fd);
    throw error;
  }
}

/** Keeps at most 64 files open between reads. */
export class OpenFiles {
  /** By path, least recently used first. */
  readonly #files = new Map<string, OpenFile>();
  readonly #sweeper: NodeJS.Timeout;
  readonly #closing = new Set<Promise<void>>();
  readonly #onIdle: () => void;
  readonly #places: Places;
  readonly #reads: BoundedReads;
  #newest: OpenFile | undefined;
  #opened = 0;
  #taken = 0;
  #now = 0;

  /** @param onIdle called when there was no read for a while */
  constructor(places: Places, reads: BoundedReads, onIdle: () => void) {
    this.#places = places;
    this.#reads = reads;
    this.#onIdle = onIdle;
    this.#sweeper = setInterval(() => this.#sweep(), IDLE_MS).unref();
  }

  get opened(): number {
    return this.#opened;
  }

  state(): CacheState {
    const misses = this.#opened;
    return { hits: this.#taken - misses, misses, entries: this.#files.size, bytes: null, maxBytes: null };
  }

  /** Absolute folder of the library that holds the file. */
  async getRoot(path: string): Promise<string> {
    return (await this.#places.of(path)).root;
  }

  /** `rootOf` for an open file, without a lookup. */
  recallRoot(path: string): string | undefined {
    return this.#files.get(path)?.root;
  }

  /** Borrows a file and opens it when needed. A failure to open rejects `opening`. */
  take(path: string, root: string, identity: FileIdentity): OpenFile {
    this.#now = performance.now();
    this.#taken += 1;
    const kept = this.#files.get(path);
    const file =
      kept !== undefined && isSameFile(kept.identity, identity) ? kept : this.#open({ path, root, identity }, kept);
    file.readers += 1;
    file.usedAt = this.#now;
    if (file !== this.#newest) {
      this.#files.delete(path);
      this.#files.set(path, file);
      this.#newest = file;
      if (this.#files.size > MAX_OPEN) this.#evictOldest();
    }
    return file;
  }

  /** Whether to check again that the file is unchanged. */
  isDue(file: OpenFile): boolean {
    return this.#now - file.checkedAt > RECHECK_MS;
  }

  /** @throws {FormatError} `file.changed` */
  async verify(file: OpenFile, fd: number): Promise<void> {
    const { path, identity } = file;
    compare(await statAsync(fd), path, identity);
    file.checkedAt = performance.now();
  }

  release(file: OpenFile): void {
    file.readers -= 1;
    if (file.evicted && file.readers === 0) this.#close(file);
  }

  /** Closes a file after its last read. */
  evict(file: OpenFile): void {
    if (file.evicted) return;
    file.evicted = true;
    if (this.#newest === file) this.#newest = undefined;
    if (this.#files.get(file.path) === file) this.#files.delete(file.path);
    if (file.readers === 0) this.#close(file);
  }

  async close(): Promise<void> {
    clearInterval(this.#sweeper);
    for (const file of this.#files.values()) this.evict(file);
    await Promise.all(this.#closing);
  }

  #open(wanted: Pick<OpenFile, 'path' | 'root' | 'identity'>, older: OpenFile | undefined): OpenFile {
    if (older !== undefined) this.evict(older);
    this.#opened += 1;
    const opening = openSame(this.#places, wanted.path, wanted.identity);
    const file = { ...wanted, opening, readers: 0, evicted: false, checkedAt: this.#now, usedAt: this.#now };
    const opened: OpenFile = { ...file, fd: undefined };
    opening.then(
      (fd) => {
        opened.fd = fd;
      },
      // The waiting reader gets the error; this prevents an unhandled rejection.
      () => undefined,
    );
    return opened;
  }

  #evictOldest(): void {
    for (const file of this.#files.values()) {
      if (this.#files.size <= MAX_OPEN) return;
      this.evict(file);
    }
  }

  #close(file: OpenFile): void {
    const closed = file.opening
      .then(async (fd) => this.#reads.close(file.root, fd))
      // It never opened.
      .catch(() => undefined)
      .finally(() => this.#closing.delete(closed));
    this.#closing.add(closed);
  }

  #sweep(): void {
    const limit = performance.now() - IDLE_MS;
    if (this.#now < limit) this.#onIdle();
    for (const file of this.#files.values()) if (file.usedAt < limit) this.evict(file);
  }
}
