import { fstat, read, type Stats } from 'node:fs';
import { promisify } from 'node:util';
import { FormatError } from '@lectern/formats';
import { ANSWER_LIMIT_MS, BoundedReads } from '../opening/bounded-reads.ts';
import { type OpenedInside, openInside } from '../opening/open-inside.ts';
import type { Places } from '../opening/places.ts';

/** A file as it was when it was looked at. */
export interface FileState {
  /** Bytes. */
  readonly size: number;
  /** Modification time in milliseconds, with its fraction. */
  readonly modifiedAt: number;
}

/** One file that is being sent. Its descriptor may be closed between two reads and opened again. */
export interface OutgoingFile {
  /**
   * Exactly these bytes.
   * @param isLast whether to make sure behind it that the file is still the one that was looked at
   * @throws {FormatError} `file.changed` when it is not, or ends before
   * @throws {Error} with a system `code` when the disk refuses
   */
  readonly read: (offset: number, length: number, isLast: boolean) => Promise<Buffer>;
  readonly close: () => Promise<void>;
}

/**
 * Files that are sent as they are, to clients that may take hours: what a slow client keeps is not a descriptor. Only so many
 * stay open, those read last.
 */
export interface OutgoingFiles extends AsyncDisposable {
  /**
   * Looks at a file that can be opened.
   * @throws {Error} with a system `code` when it cannot; {@link FormatError} `file.replaced` when a link leads out, or it is no file
   */
  readonly look: (absolutePath: string) => Promise<FileState>;
  /**
   * Opens a file that was looked at; the caller closes it.
   * @throws {FormatError} `file.changed` when it is no longer the same
   */
  readonly open: (absolutePath: string, state: FileState) => Promise<OutgoingFile>;
  /** Descriptors open now. */
  readonly openCount: () => number;
}

/** How much may be open and going on at once. */
export interface OutgoingLimits {
  /** Descriptors kept between two reads. */
  readonly idle: number;
  /** Looks and reads of one library at a time; the threads behind them are shared with everything else that reads. */
  readonly turns: number;
  /** How long a library may take to answer, in milliseconds. */
  readonly timeMs?: number;
}

const LIMITS: OutgoingLimits = { idle: 32, turns: 2 };

const readAsync = promisify(read);
const statAsync = promisify(fstat);

interface Held {
  readonly path: string;
  /** Absolute folder of its library. */
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
  /** Longest unused first. */
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
    const root = await this.rootOf(path);
    return this.#reads.run(root, async () => {
      const { fd, stats } = await this.#openFile(path);
      await this.#closeFile(root, fd);
      return { size: stats.size, modifiedAt: stats.mtimeMs };
    });
  }

  /** Absolute folder of the library that a file belongs to. */
  async rootOf(path: string): Promise<string> {
    return (await this.#places.of(path)).root;
  }

  /** Opens a file; one that opens after its caller got an error is closed. */
  async open(held: Held): Promise<void> {
    const close = (): void => this.close(held);
    await this.#reads.run(held.root, async () => this.#work(held, async () => undefined), close);
  }

  /** Works with the descriptor of a file, which is opened when it is not. */
  async use<Value>(held: Held, work: (fd: number) => Promise<Value>): Promise<Value> {
    return this.#reads.run(held.root, async () => this.#work(held, work));
  }

  /** Closes a file, or has it closed at the end of the read that is going on. */
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

  /** Closes the descriptor once no read uses it. The next read opens the file again, unless this handle is closed. */
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
 * Makes the files that can be sent; one for the process. The caller disposes it.
 * @param places where files may lie; of others nothing is sent
 */
export function openOutgoingFiles(places: Places, limits: OutgoingLimits = LIMITS): OutgoingFiles {
  const outgoing = new Outgoing(places, limits);
  return {
    look: async (path) => outgoing.look(path),
    open: async (path, state) => {
      const held: Held = { path, root: await outgoing.rootOf(path), state, fd: undefined };
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
