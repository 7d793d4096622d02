import { type FileHandle, open } from 'node:fs/promises';
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
   * A deflated entry as one gzip member, for a client that takes gzip: nothing is inflated.
   * @throws {FormatError} `file.changed`
   */
  readonly readGzip: (
    absolutePath: string,
    identity: FileIdentity,
    entry: DirectSource & { readonly kind: 'deflate' },
  ) => Promise<Buffer>;
  /** Files opened so far: one for each file, not one for each page. */
  readonly openedCount: () => number;
}

interface OpenFile {
  readonly handle: Promise<FileHandle>;
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

const inflateAsync = promisify(inflateRaw);
const zstdAsync = promisify(zstdDecompress);

async function verify(handle: FileHandle, path: string, identity: FileIdentity): Promise<void> {
  const stats = await handle.stat();
  if (stats.size === identity.size && Math.floor(stats.mtimeMs) === identity.modifiedAt) return;
  throw new FormatError('file.changed', `"${path}" has changed since it was analysed`);
}

async function openVerified(path: string, identity: FileIdentity): Promise<FileHandle> {
  const handle = await open(path, 'r');
  try {
    await verify(handle, path, identity);
    return handle;
  } catch (error) {
    await handle.close();
    throw error;
  }
}

async function readRange(handle: FileHandle, target: Buffer, position: number): Promise<void> {
  let filled = 0;
  while (filled < target.length) {
    const { bytesRead } = await handle.read(target, filled, target.length - filled, position + filled);
    if (bytesRead === 0) {
      const found = `found ${String(filled)}`;
      throw new FormatError(
        'file.changed',
        `Cannot read ${String(target.length)} bytes at ${String(position)}: ${found}`,
      );
    }
    filled += bytesRead;
  }
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
  let bytes: Buffer;
  try {
    bytes = await unpack(packed, { maxOutputLength: Math.max(1, entry.length) });
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
  readonly allocate: (length: number) => Buffer;
}

const TIGHT: Room = { before: 0, after: 0, allocate: (length) => Buffer.allocUnsafe(length) };

class Archives {
  /** Longest unused first. */
  readonly #files = new Map<string, OpenFile>();
  readonly #sweeper: NodeJS.Timeout;
  readonly #closing = new Set<Promise<void>>();
  readonly buffers = createBufferPool();
  #opened = 0;
  #usedAt = 0;

  constructor() {
    this.#sweeper = setInterval(() => this.#sweep(), IDLE_MS).unref();
  }

  get opened(): number {
    return this.#opened;
  }

  /** Reads the packed bytes of an entry. */
  async read(path: string, identity: FileIdentity, entry: DirectSource, room: Room): Promise<Buffer> {
    checkSize(entry);
    const key = `${String(identity.size)}:${String(identity.modifiedAt)}:${path}`;
    const file = this.#take(key, path, identity);
    try {
      const handle = await file.handle;
      if (performance.now() - file.checkedAt > RECHECK_MS) {
        await verify(handle, path, identity);
        file.checkedAt = performance.now();
      }
      const { before, after, allocate } = room;
      const buffer = allocate(before + packedLength(entry) + after);
      await readRange(handle, buffer.subarray(before, before + packedLength(entry)), entry.offset);
      return buffer;
    } catch (error) {
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
      const handle = openVerified(path, identity);
      // The reader that waits for it gets the error; nobody else must.
      handle.catch(() => undefined);
      file = { handle, readers: 0, evicted: false, checkedAt: now, usedAt: now };
    } else {
      this.#files.delete(key);
    }
    file.readers += 1;
    file.usedAt = now;
    this.#files.set(key, file);
    for (const [oldKey, old] of this.#files) {
      if (this.#files.size <= MAX_OPEN) break;
      this.#evict(oldKey, old);
    }
    return file;
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
    const closed = file.handle
      .then(async (handle) => handle.close())
      // It never opened, or the disk is gone: either way it is closed.
      .catch(() => undefined)
      .finally(() => this.#closing.delete(closed));
    this.#closing.add(closed);
  }

  #sweep(): void {
    const limit = performance.now() - IDLE_MS;
    if (this.#usedAt < limit) this.buffers.clear();
    for (const [key, file] of this.#files) if (file.usedAt < limit) this.#evict(key, file);
  }
}

// ID1 ID2, CM 8 = deflate, FLG 0, MTIME 0, XFL 0, OS 255 = unknown (RFC 1952 section 2.3)
const GZIP_HEAD = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);
const GZIP_TAIL_LENGTH = 8;

/** A cache of open book files; at most 64 descriptors. The caller disposes it. */
export function openArchives(): OpenArchives {
  const archives = new Archives();
  return {
    readEntry: async (path, identity, entry) => {
      const buffer = await archives.read(path, identity, entry, TIGHT);
      return expand(buffer, entry);
    },
    lendEntry: async (path, identity, entry) => {
      const lent: LentBuffer[] = [];
      const allocate = (length: number): Buffer => {
        const buffer = archives.buffers.lend(length);
        lent.push(buffer);
        return buffer.bytes;
      };
      const giveBack = (): void => {
        for (const buffer of lent) buffer.giveBack();
      };
      try {
        const packed = await archives.read(path, identity, entry, { ...TIGHT, allocate });
        if (entry.kind === 'stored') return { bytes: packed, giveBack };
        const bytes = await expand(packed, entry);
        giveBack();
        return { bytes, giveBack: () => undefined };
      } catch (error) {
        giveBack();
        throw error;
      }
    },
    readGzip: async (path, identity, entry) => {
      const room = { ...TIGHT, before: GZIP_HEAD.length, after: GZIP_TAIL_LENGTH };
      const member = await archives.read(path, identity, entry, room);
      GZIP_HEAD.copy(member);
      member.writeUInt32LE(entry.crc >>> 0, member.length - 8);
      member.writeUInt32LE(entry.length % 0x1_0000_0000, member.length - 4);
      return member;
    },
    openedCount: () => archives.opened,
    [Symbol.asyncDispose]: async () => archives.close(),
  };
}
