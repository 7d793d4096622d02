import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { FormatError } from '@lectern/formats';

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
   * @throws {Error} with a system `code` when it cannot; {@link FormatError} `file.unknown` when it is no file
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
  /** Looks and reads at a time; the threads behind them are shared with everything else that reads. */
  readonly turns: number;
}

const LIMITS: OutgoingLimits = { idle: 32, turns: 2 };

/** A pipe has no end: opening one must not wait for somebody to write. */
const READ = constants.O_RDONLY | constants.O_NONBLOCK;

interface Held {
  readonly path: string;
  readonly state: FileState;
  handle: FileHandle | undefined;
}

async function stateOf(handle: FileHandle): Promise<FileState> {
  const stats = await handle.stat();
  if (!stats.isFile()) throw new FormatError('file.unknown', 'Expected a file, found something else');
  return { size: stats.size, modifiedAt: stats.mtimeMs };
}

async function verify(handle: FileHandle, state: FileState): Promise<void> {
  const { size, modifiedAt } = await stateOf(handle);
  if (size === state.size && modifiedAt === state.modifiedAt) return;
  throw new FormatError('file.changed', 'The file has changed since it was looked at');
}

async function readExactly(handle: FileHandle, offset: number, length: number): Promise<Buffer> {
  const bytes = Buffer.allocUnsafe(length);
  let filled = 0;
  while (filled < length) {
    const { bytesRead } = await handle.read(bytes, filled, length - filled, offset + filled);
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
  readonly #waiting: (() => void)[] = [];
  readonly #closing = new Set<Promise<void>>();
  readonly #limits: OutgoingLimits;
  #turns: number;
  #open = 0;

  constructor(limits: OutgoingLimits) {
    this.#limits = limits;
    this.#turns = limits.turns;
  }

  get openCount(): number {
    return this.#open;
  }

  async look(path: string): Promise<FileState> {
    return this.#inTurn(async () => {
      const handle = await this.#openHandle(path);
      try {
        return await stateOf(handle);
      } finally {
        await this.#closeHandle(handle);
      }
    });
  }

  /** Works with the descriptor of a file, which is opened when it is not. */
  async use<Value>(held: Held, work: (handle: FileHandle) => Promise<Value>): Promise<Value> {
    return this.#inTurn(async () => {
      if (this.#closed.has(held)) throw new Error('The file is closed');
      this.#idle.delete(held);
      try {
        held.handle ??= await this.#openVerified(held);
        return await work(held.handle);
      } finally {
        if (held.handle !== undefined) this.#idle.add(held);
        if (this.#closed.has(held)) this.#release(held);
        this.#releaseOldest();
      }
    });
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

  async #inTurn<Value>(work: () => Promise<Value>): Promise<Value> {
    if (this.#turns > 0) this.#turns -= 1;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    try {
      return await work();
    } finally {
      // A turn goes from hand to hand: nobody who comes later can take it in between.
      const next = this.#waiting.shift();
      if (next === undefined) this.#turns += 1;
      else next();
    }
  }

  async #openHandle(path: string): Promise<FileHandle> {
    const handle = await open(path, READ);
    this.#open += 1;
    return handle;
  }

  async #openVerified(held: Held): Promise<FileHandle> {
    const handle = await this.#openHandle(held.path);
    try {
      await verify(handle, held.state);
      return handle;
    } catch (error) {
      await this.#closeHandle(handle);
      throw error;
    }
  }

  async #closeHandle(handle: FileHandle): Promise<void> {
    try {
      await handle.close();
    } catch {
      // The disk is gone, and the descriptor with it.
    } finally {
      this.#open -= 1;
    }
  }

  /** Closes the descriptor when nobody reads from it. The next read opens the file again, unless that is closed. */
  #release(held: Held): void {
    if (!this.#idle.delete(held) || held.handle === undefined) return;
    const closed = this.#closeHandle(held.handle).finally(() => this.#closing.delete(closed));
    this.#closing.add(closed);
    held.handle = undefined;
  }

  #releaseOldest(): void {
    for (const held of this.#idle) {
      if (this.#idle.size <= this.#limits.idle) return;
      this.#release(held);
    }
  }
}

/** Makes the files that can be sent; one for the process. The caller disposes it. */
export function openOutgoingFiles(limits: OutgoingLimits = LIMITS): OutgoingFiles {
  const outgoing = new Outgoing(limits);
  return {
    look: async (path) => outgoing.look(path),
    open: async (path, state) => {
      const held: Held = { path, state, handle: undefined };
      await outgoing.use(held, async () => undefined);
      return {
        read: async (offset, length, isLast) =>
          outgoing.use(held, async (handle) => {
            const bytes = await readExactly(handle, offset, length);
            if (isLast) await verify(handle, held.state);
            return bytes;
          }),
        close: async () => outgoing.close(held),
      };
    },
    openCount: () => outgoing.openCount,
    [Symbol.asyncDispose]: async () => outgoing.dispose(),
  };
}
