import { close, fstat, open, read } from 'node:fs';
import { promisify } from 'node:util';
import { inflateRaw, zstdDecompress } from 'node:zlib';
import { DEFAULT_LIMITS, type EntrySource, FormatError } from '@lectern/formats';
import { createBufferPool, type LentBuffer } from './buffer-pool.ts';

/** What a book file must still be for stored offsets to hold. */
export interface FileIdentity {
  readonly size: number;
  /** Modification time, milliseconds, fraction cut off. */
  readonly modifiedAt: number;
}

/** An entry that one positional read brings. */
export type DirectSource = Extract<EntrySource, { readonly kind: 'stored' | 'deflate' | 'zstd' }>;

/** Book files kept open between requests, so that a page costs one read and nothing else. */
export interface OpenArchives extends AsyncDisposable {
  /**
   * The expanded bytes of one entry: one positional read, inflated off the event loop.
   * @throws {FormatError} `file.changed` when the file is no longer the one that was analysed, `entry.…` when it is damaged
   * @throws {Error} with a system `code` when the disk refuses
   */
  readonly readEntry: (absolutePath: string, identity: FileIdentity, entry: DirectSource) => Promise<Buffer>;
  /**
   * Like `readEntry`, into a buffer that is used again for other entries: the caller gives it back.
   */
  readonly lendEntry: (absolutePath: string, identity: FileIdentity, entry: DirectSource) => Promise<LentBuffer>;
  /**
   * A deflated entry as one gzip member, for a client that takes gzip: nothing is inflated. The caller gives the buffer back.
   * @throws {FormatError} `file.changed`
   */
  readonly lendGzip: (
    absolutePath: string,
    identity: FileIdentity,
    entry: DirectSource & { readonly kind: 'deflate' },
  ) => Promise<LentBuffer>;
  /** Files opened so far: one for each file, not one for each page. */
  readonly openedCount: () => number;
}

interface OpenFile {
  /** A bare descriptor: what a `FileHandle` does around each read costs more than the rest of finding an entry. */
  readonly fd: Promise<number>;
  readers: number;
  evicted: boolean;
  checkedAt: number;
  usedAt: number;
}

const MAX_OPEN = 64;
/** An open file is compared with what the database knows at most this often. */
const RECHECK_MS = 1_000;
/** A file nobody has read for this long is closed, so that its disk can be taken away. */
const IDLE_MS = 30_000;

/** More than this deflate cannot expand to; a declared length beyond is a lie. */
const MAX_DEFLATE_RATIO = 1_032;
/** The least that zlib takes. */
const MIN_CHUNK = 64;

const inflateAsync = promisify(inflateRaw);
const zstdAsync = promisify(zstdDecompress);
const openAsync = promisify(open);
const statAsync = promisify(fstat);
const closeAsync = promisify(close);

async function verify(fd: number, path: string, identity: FileIdentity): Promise<void> {
  const stats = await statAsync(fd);
  if (stats.size === identity.size && Math.floor(stats.mtimeMs) === identity.modifiedAt) return;
  throw new FormatError('file.changed', `"${path}" has changed since it was analysed`);
}

async function openVerified(path: string, identity: FileIdentity): Promise<number> {
  const fd = await openAsync(path, 'r');
  try {
    await verify(fd, path, identity);
    return fd;
  } catch (error) {
    await closeAsync(fd);
    throw error;
  }
}

/** Where bytes of a file go: `length` of them from `position` on, to `at` in `buffer`. */
interface Target {
  readonly buffer: Buffer;
  readonly at: number;
  readonly length: number;
  readonly position: number;
}

/** Fills the target; only a file that was cut short takes more than one read. */
async function readRange(fd: number, { buffer, at, length, position }: Target): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const readFrom = (filled: number): void => {
      read(fd, buffer, at + filled, length - filled, position + filled, (error, bytesRead) => {
        if (error !== null) reject(error);
        else if (filled + bytesRead === length) resolve();
        else if (bytesRead > 0) readFrom(filled + bytesRead);
        else {
          const message = `Cannot read ${String(length)} bytes at ${String(position)}: found ${String(filled)}`;
          reject(new FormatError('file.changed', message));
        }
      });
    };
    readFrom(0);
  });
}

function packedLength(entry: DirectSource): number {
  return entry.kind === 'stored' ? entry.length : entry.packedLength;
}

/** Refuses what would not fit in memory before anything is allocated. */
function checkSize(entry: DirectSource): void {
  if (Math.max(entry.length, packedLength(entry)) <= DEFAULT_LIMITS.entryBytes) return;
  throw new FormatError(
    'entry.too-large',
    `The entry at ${String(entry.offset)} is too large: ${String(entry.length)} bytes`,
  );
}

async function expand(packed: Buffer, entry: DirectSource): Promise<Buffer> {
  if (entry.kind === 'stored') return packed;
  const unpack = entry.kind === 'deflate' ? inflateAsync : zstdAsync;
  // One piece, and one byte more to see that it ends: by default it would be one task for every 16 KiB.
  const chunkSize = Math.max(MIN_CHUNK, Math.min(entry.length, packed.length * MAX_DEFLATE_RATIO) + 1);
  let bytes: Buffer;
  try {
    bytes = await unpack(packed, { maxOutputLength: Math.max(1, entry.length), chunkSize });
  } catch (cause) {
    throw new FormatError('entry.corrupt', `Cannot unpack the entry at ${String(entry.offset)}`, { cause });
  }
  if (bytes.length === entry.length) return bytes;
  const sizes = `declared ${String(entry.length)} bytes, found ${String(bytes.length)}`;
  throw new FormatError('entry.corrupt', `Cannot unpack the entry at ${String(entry.offset)}: ${sizes}`);
}

/** Where packed bytes are read to: into the middle of a new buffer. */
interface Room {
  readonly before: number;
  readonly after: number;
  readonly allocate: (length: number) => LentBuffer;
}

const TIGHT = { before: 0, after: 0 };
const OWN: Room = {
  ...TIGHT,
  allocate: (length) => ({ bytes: Buffer.allocUnsafe(length), giveBack: () => undefined }),
};

/** An entry of a file that must still be the same. */
interface Place {
  readonly path: string;
  readonly identity: FileIdentity;
  readonly entry: DirectSource;
}

class Archives {
  /** Longest unused first. */
  readonly #files = new Map<string, OpenFile>();
  readonly #sweeper: NodeJS.Timeout;
  readonly #closing = new Set<Promise<void>>();
  readonly #buffers = createBufferPool();
  readonly onLoan: Room = { ...TIGHT, allocate: this.#buffers.lend };
  #opened = 0;
  #usedAt = 0;

  constructor() {
    this.#sweeper = setInterval(() => this.#sweep(), IDLE_MS).unref();
  }

  get opened(): number {
    return this.#opened;
  }

  /** Reads the packed bytes of an entry. */
  async read({ path, identity, entry }: Place, room: Room): Promise<LentBuffer> {
    checkSize(entry);
    const key = `${String(identity.size)}:${String(identity.modifiedAt)}:${path}`;
    const file = this.#take(key, path, identity);
    let lent: LentBuffer | undefined;
    try {
      const fd = await file.fd;
      if (performance.now() - file.checkedAt > RECHECK_MS) {
        await verify(fd, path, identity);
        file.checkedAt = performance.now();
      }
      const { before, after, allocate } = room;
      const length = packedLength(entry);
      lent = allocate(before + length + after);
      await readRange(fd, { buffer: lent.bytes, at: before, length, position: entry.offset });
      return lent;
    } catch (error) {
      lent?.giveBack();
      this.#evict(key, file);
      throw error;
    } finally {
      this.#release(file);
    }
  }

  async close(): Promise<void> {
    clearInterval(this.#sweeper);
    for (const [key, file] of this.#files) this.#evict(key, file);
    await Promise.all(this.#closing);
  }

  #take(key: string, path: string, identity: FileIdentity): OpenFile {
    const now = performance.now();
    this.#usedAt = now;
    let file = this.#files.get(key);
    if (file === undefined) {
      this.#opened += 1;
      const fd = openVerified(path, identity);
      // The reader that waits for it gets the error; nobody else must.
      fd.catch(() => undefined);
      file = { fd, readers: 0, evicted: false, checkedAt: now, usedAt: now };
    } else {
      this.#files.delete(key);
    }
    file.readers += 1;
    file.usedAt = now;
    this.#files.set(key, file);
    if (this.#files.size > MAX_OPEN) this.#evictOldest();
    return file;
  }

  #evictOldest(): void {
    for (const [key, file] of this.#files) {
      if (this.#files.size <= MAX_OPEN) return;
      this.#evict(key, file);
    }
  }

  #release(file: OpenFile): void {
    file.readers -= 1;
    if (file.evicted && file.readers === 0) this.#closeFile(file);
  }

  #evict(key: string, file: OpenFile): void {
    if (file.evicted) return;
    file.evicted = true;
    this.#files.delete(key);
    if (file.readers === 0) this.#closeFile(file);
  }

  #closeFile(file: OpenFile): void {
    const closed = file.fd
      .then(async (fd) => closeAsync(fd))
      // It never opened, or the disk is gone: either way it is closed.
      .catch(() => undefined)
      .finally(() => this.#closing.delete(closed));
    this.#closing.add(closed);
  }

  #sweep(): void {
    const limit = performance.now() - IDLE_MS;
    if (this.#usedAt < limit) this.#buffers.clear();
    for (const [key, file] of this.#files) if (file.usedAt < limit) this.#evict(key, file);
  }
}

// ID1 ID2, CM 8 = deflate, FLG 0, MTIME 0, XFL 0, OS 255 = unknown (RFC 1952 section 2.3)
const GZIP_HEAD = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);
const GZIP_TAIL_LENGTH = 8;

/** A cache of open book files; at most 64 descriptors. The caller disposes it. */
export function openArchives(): OpenArchives {
  const archives = new Archives();
  const lendEntry: OpenArchives['lendEntry'] = async (path, identity, entry) => {
    const packed = await archives.read({ path, identity, entry }, archives.onLoan);
    if (entry.kind === 'stored') return packed;
    try {
      return { bytes: await expand(packed.bytes, entry), giveBack: () => undefined };
    } finally {
      packed.giveBack();
    }
  };
  return {
    lendEntry,
    readEntry: async (path, identity, entry) => {
      // What is stored is read to where it stays.
      if (entry.kind === 'stored') return (await archives.read({ path, identity, entry }, OWN)).bytes;
      return (await lendEntry(path, identity, entry)).bytes;
    },
    lendGzip: async (path, identity, entry) => {
      const room = { ...archives.onLoan, before: GZIP_HEAD.length, after: GZIP_TAIL_LENGTH };
      const member = await archives.read({ path, identity, entry }, room);
      const { bytes } = member;
      GZIP_HEAD.copy(bytes);
      bytes.writeUInt32LE(entry.crc >>> 0, bytes.length - 8);
      bytes.writeUInt32LE(entry.length % 0x1_0000_0000, bytes.length - 4);
      return member;
    },
    openedCount: () => archives.opened,
    [Symbol.asyncDispose]: async () => archives.close(),
  };
}
