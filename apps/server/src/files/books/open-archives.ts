import { read } from 'node:fs';
import { FormatError } from '@lectern/formats';
import { checkSize, type DirectSource, expand, packedLength, SPARE_BYTES } from './expand-entry.ts';
import type { CacheState } from '#metrics/counters.ts';
import { createBufferPool, freeBytes, type LentBuffer } from '../opening/buffer-pool.ts';
import { type BoundedReads, libraryReads } from '../opening/bounded-reads.ts';
import { OpenFiles } from '../opening/open-files.ts';
import type { Places } from '../opening/places.ts';

import type { FileIdentity } from '../opening/file-identity.ts';
/** Book files kept open between requests, so that a page costs one read. */
export interface OpenArchives extends AsyncDisposable {
  /**
   * The expanded bytes of one entry: one positional read, inflated off the event loop.
   * @throws {FormatError} `file.changed` when the file changed since its analysis, `file.replaced` when no file of its
   *   library is at the path, `entry.…` when the entry is damaged
   * @throws {Error} with a system `code` when the disk refuses
   */
  readonly readEntry: (absolutePath: string, identity: FileIdentity, entry: DirectSource) => Promise<Buffer>;
  /** `readEntry` with a borrowed buffer, which the caller gives back. */
  readonly lendEntry: (absolutePath: string, identity: FileIdentity, entry: DirectSource) => Promise<LentBuffer>;
  /**
   * A deflated entry as one gzip member: nothing is inflated. The caller gives the buffer back.
   * @throws {FormatError} `file.changed`
   */
  readonly lendGzip: (
    absolutePath: string,
    identity: FileIdentity,
    entry: DirectSource & { readonly kind: 'deflate' },
  ) => Promise<LentBuffer>;
  /** One for each file opened, not for each page. */
  readonly openedCount: () => number;
  readonly state: () => CacheState;
}

/** Reads `length` bytes from `position` of the file to `at` in `buffer`. */
interface Target {
  readonly buffer: Buffer;
  readonly at: number;
  readonly length: number;
  readonly position: number;
}

/** Fills the target. Only a file that was cut short takes more than one read. */
function readRange(fd: number, { buffer, at, length, position }: Target): Promise<void> {
  return new Promise<void>((resolve, reject) => {
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

/** Free bytes around the packed bytes in a new buffer. */
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

/** An entry of a file that must be unchanged. */
interface Place {
  readonly path: string;
  readonly identity: FileIdentity;
  readonly entry: DirectSource;
}

class Archives {
  readonly #buffers = createBufferPool();
  readonly #files: OpenFiles;
  readonly #reads: BoundedReads;
  readonly onLoan: Room = { ...TIGHT, allocate: this.#buffers.lend };

  constructor(places: Places, reads: BoundedReads) {
    this.#reads = reads;
    this.#files = new OpenFiles(places, reads, () => this.#buffers.clear());
  }

  get opened(): number {
    return this.#files.opened;
  }

  state(): CacheState {
    return this.#files.state();
  }

  async read(place: Place, room: Room): Promise<LentBuffer> {
    checkSize(place.entry);
    const root = this.#files.recallRoot(place.path) ?? (await this.#files.getRoot(place.path));
    // A request that waits for its slot holds no buffer. A late read still writes into its buffer, which is given back
    // afterwards.
    return this.#reads.run(
      root,
      async () => this.#readOpened(root, place, room),
      (lent) => lent.giveBack(),
    );
  }

  async close(): Promise<void> {
    await this.#files.close();
  }

  async #readOpened(
    root: string,
    { path, identity, entry }: Place,
    { before, after, allocate }: Room,
  ): Promise<LentBuffer> {
    const file = this.#files.take(path, root, identity);
    let lent: LentBuffer | undefined;
    try {
      const fd = file.fd ?? (await file.opening);
      if (this.#files.isDue(file)) await this.#files.verify(file, fd);
      const length = packedLength(entry);
      lent = allocate(before + length + after);
      await readRange(fd, { buffer: lent.bytes, at: before, length, position: entry.offset });
      return lent;
    } catch (error) {
      lent?.giveBack();
      this.#files.evict(file);
      throw error;
    } finally {
      this.#files.release(file);
    }
  }
}

// ID1 ID2, CM 8 = deflate, FLG 0, MTIME 0, XFL 0, OS 255 = unknown (RFC 1952 section 2.3)
const GZIP_HEAD = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);
const GZIP_TAIL_LENGTH = 8;

/** Opens a cache of at most 64 open book files. The caller disposes it. */
export function openArchives(places: Places, reads: BoundedReads = libraryReads): OpenArchives {
  const archives = new Archives(places, reads);
  const lendExpanded: OpenArchives['lendEntry'] = async (path, identity, entry) => {
    const packed = await archives.read({ path, identity, entry }, archives.onLoan);
    try {
      const bytes = await expand(packed.bytes, entry);
      return { bytes, giveBack: () => freeBytes(bytes, SPARE_BYTES) };
    } finally {
      packed.giveBack();
    }
  };
  const lendEntry: OpenArchives['lendEntry'] = (path, identity, entry) =>
    entry.kind === 'stored'
      ? archives.read({ path, identity, entry }, archives.onLoan)
      : lendExpanded(path, identity, entry);
  return {
    lendEntry,
    readEntry: async (path, identity, entry) => {
      // A stored entry is read directly into its final buffer.
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
    state: () => archives.state(),
    [Symbol.asyncDispose]: async () => archives.close(),
  };
}
