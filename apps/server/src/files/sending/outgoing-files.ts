import { fstat, read, type Stats } from 'node:fs';
import { promisify } from 'node:util';
import { FormatError } from '@lectern/formats';
import { ANSWER_LIMIT_MS, BoundedReads } from '../opening/bounded-reads.ts';
import { type OpenedInside, openInside } from '../opening/open-inside.ts';
import type { Places } from '../opening/places.ts';

/** State of a file when it was checked. */
export interface FileState {
  readonly size: number;
  /** Modification time in milliseconds, with fraction. */
  readonly modifiedAt: number;
}

/** A file being sent. Its descriptor may be closed and reopened between two reads. */
export interface OutgoingFile {
  /**
   * Reads exactly these bytes.
   * @param isLast also checks that the file is unchanged
   * @throws {FormatError} `file.changed` when it changed or is too short
   * @throws {Error} with a system `code` when the disk refuses
   */
  readonly read: (offset: number, length: number, isLast: boolean) => Promise<Buffer>;
  readonly close: () => Promise<void>;
}

/**
 * Files sent unchanged to clients that may take hours. A slow client does not hold a descriptor: only the most recently
 * read files stay open.
 */
export interface OutgoingFiles extends AsyncDisposable {
  /**
   * Checks that a file can be opened.
   * @throws {Error} with a system `code` when it cannot; {@link FormatError} `file.replaced` when a link leads out, or
   *   it is no file
   */
  readonly look: (absolutePath: string) => Promise<FileState>;
  /**
   * Opens a checked file; the caller closes it.
   * @throws {FormatError} `file.changed`
   */
  readonly open: (absolutePath: string, state: FileState) => Promise<OutgoingFile>;
  readonly openCount: () => number;
}

/** Limits of open files and reads. */
export interface OutgoingLimits {
  /** Descriptors kept open between reads. */
  readonly idle: number;
  /** Concurrent reads of one library; they share Node's thread pool with all other reads. */
  readonly turns: number;
  /** Milliseconds a library may take to answer. */
  readonly timeMs?: number;
}

const LIMITS: OutgoingLimits = { idle: 32, turns: 2 };

const readAsync = promisify(read);
const statAsync = promisify(fstat);

interface Held {
  readonly path: string;
  readonly root: string;
  readonly state: FileState;
  fd: number | undefined;
}

function verify({ size, mtimeMs }: Stats, state: FileState): void {
  if (size === state.size && mtimeMs === state.modifiedAt) return;
  throw new FormatError('file.changed', 'The file has changed since it was looked at');
}

async function readExactly(fd: number, offset: number, length: number): Promise<Buffer> {
  const bytes = Buffer.allocUnsafe(length);
  let filled = 0;
  while (filled < length) {
    const { bytesRead } = await readAsync(fd, bytes, filled, length - filled, offset + filled);
    if (bytesRead === 0) {
      throw new FormatError('file.changed', `Cannot read ${length} bytes at ${offset}: found ${filled}`);
    }
    filled += bytesRead;
  }
  return bytes;
}

class Outgoing {
  readonly #idle = new Set<Held>();
  readonly #closed = new WeakSet<Held>();
  readonly #closing = new Set<Promise<void>>();
  readonly #limits: OutgoingLimits;
  readonly #places: Places;
  readonly #reads: BoundedReads;
  #open = 0;

  constructor(places: Places, limits: OutgoingLimits) {
    this.#places = places;
    this.#limits = limits;
    this.#reads = new BoundedReads({ slots: limits.turns, timeMs: limits.timeMs ?? ANSWER_LIMIT_MS });
  }

  get openCount(): number {
    return this.#open;
  }

  async look(path: string): Promise<FileState> {
    const root = await this.getRoot(path);
    return this.#reads.run(root, async () => {
      const { fd, stats } = await this.#openFile(path);
      await this.#closeFile(root, fd);
      return { size: stats.size, modifiedAt: stats.mtimeMs };
    });
  }

  /** Absolute folder of the library that holds the file. */
  async getRoot(path: string): Promise<string> {
    return (await this.#places.of(path)).root;
  }

  /** Opens a file; one that opens after the caller's error is closed. */
  async open(held: Held): Promise<void> {
    const close = (): void => this.close(held);
    await this.#reads.run(held.root, async () => this.#work(held, async () => undefined), close);
  }

  /** Runs work with the descriptor, opening the file when needed. */
  async use<Value>(held: Held, work: (fd: number) => Promise<Value>): Promise<Value> {
    return this.#reads.run(held.root, async () => this.#work(held, work));
  }

  /** Closes a file, or marks it for closing after the running read. */
  close(held: Held): void {
    this.#closed.add(held);
    this.#release(held);
  }

  async dispose(): Promise<void> {
    for (const held of this.#idle) this.#release(held);
    await Promise.all(this.#closing);
  }

  async #work<Value>(held: Held, work: (fd: number) => Promise<Value>): Promise<Value> {
    if (this.#closed.has(held)) throw new Error('The file is closed');
    this.#idle.delete(held);
    try {
      held.fd ??= await this.#openVerified(held);
      return await work(held.fd);
    } finally {
      if (held.fd !== undefined) this.#idle.add(held);
      if (this.#closed.has(held)) this.#release(held);
      this.#releaseOldest();
    }
  }

  async #openFile(path: string): Promise<OpenedInside> {
    const opened = await openInside(await this.#places.of(path));
    this.#open += 1;
    return opened;
  }

  async #openVerified(held: Held): Promise<number> {
    const { fd, stats } = await this.#openFile(held.path);
    try {
      verify(stats, held.state);
      return fd;
    } catch (error) {
      await this.#closeFile(held.root, fd);
      throw error;
    }
  }

  async #closeFile(root: string, fd: number): Promise<void> {
    await this.#reads.close(root, fd);
    this.#open -= 1;
  }

  /** Closes the descriptor when no read uses it. The next read reopens an unclosed file. */
  #release(held: Held): void {
    if (!this.#idle.delete(held) || held.fd === undefined) return;
    const closed = this.#closeFile(held.root, held.fd).finally(() => this.#closing.delete(closed));
    this.#closing.add(closed);
    held.fd = undefined;
  }

  #releaseOldest(): void {
    for (const held of this.#idle) {
      if (this.#idle.size <= this.#limits.idle) return;
      this.#release(held);
    }
  }
}

/**
 * Creates the outgoing files of the process. The caller disposes it.
 * @param places files outside these places are never sent
 */
export function openOutgoingFiles(places: Places, limits: OutgoingLimits = LIMITS): OutgoingFiles {
  const outgoing = new Outgoing(places, limits);
  return {
    look: async (path) => outgoing.look(path),
    open: async (path, state) => {
      const held: Held = { path, root: await outgoing.getRoot(path), state, fd: undefined };
      await outgoing.open(held);
      return {
        read: async (offset, length, isLast) =>
          outgoing.use(held, async (fd) => {
            const bytes = await readExactly(fd, offset, length);
            if (isLast) verify(await statAsync(fd), held.state);
            return bytes;
          }),
        close: async () => outgoing.close(held),
      };
    },
    openCount: () => outgoing.openCount,
    [Symbol.asyncDispose]: async () => outgoing.dispose(),
  };
}
