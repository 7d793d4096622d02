import { EventEmitter, once } from 'node:events';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { FormatError } from '@lectern/formats';
import type { LentBuffer } from '../opening/buffer-pool.ts';
import { finishPack, type PackDamage, type PackedPage } from './pack-file.ts';
import type { PackShelf } from './pack-shelf.ts';
import type { UnpackAnswer, UnpackProgress } from './unpack-request.ts';

/** What `startUnpacking` needs. */
export interface UnpackingOptions {
  readonly key: string;
  readonly shelf: PackShelf;
  /** Writes the pages to the target and reports each. */
  readonly run: (target: string, onProgress: (progress: unknown) => void) => Promise<UnpackAnswer>;
  /** Whether the archive is the one that was analysed. */
  readonly isUnchanged: () => Promise<boolean>;
  /** Called once, before waiting callers are notified. */
  readonly onEnd: (end: UnpackingEnd) => void;
}

/** `lost`: the archive failed, nothing was kept; `no-room`: the cache cannot be written. */
type UnpackingEnd = 'kept' | 'lost' | 'no-room';

/** An archive being unpacked; its pages can be read as they come out. */
export interface Unpacking {
  /**
   * The place of an entry, as soon as it is known.
   * @returns undefined when the entry is not unpacked here, or the cache cannot be written
   * @throws {FormatError} `file.changed`
   * @throws {Error} with a system `code`, or the AbortError of the signal
   */
  readonly find: (index: number, signal: AbortSignal | undefined) => Promise<PackedPage | PackDamage | undefined>;
  /** Reads a page; undefined when unpacking has ended: the page is on the shelf then. */
  readonly lend: (page: PackedPage) => Promise<LentBuffer | undefined>;
  /** Resolves at the end, whatever the result. */
  readonly ended: Promise<void>;
}

/** Codes of failures that a later attempt may not repeat. */
const PASSING: ReadonlySet<string> = new Set(['limit.time', 'file.too-large']);

class Run implements Unpacking {
  readonly #options: UnpackingOptions;
  readonly #pages = new Map<number, PackedPage>();
  readonly #damaged = new Map<number, PackDamage>();
  #planned: readonly number[] | undefined;
  #handle: FileHandle | undefined;
  #reading = 0;
  #hasEnded = false;
  #error: Error | undefined;
  readonly #changes = new EventEmitter().setMaxListeners(0);
  #room: Disposable | undefined;
  readonly ended: Promise<void>;

  constructor(options: UnpackingOptions) {
    this.#options = options;
    this.ended = this.#run();
  }

  readonly find: Unpacking['find'] = async (index, signal) => {
    for (;;) {
      const place = this.#pages.get(index) ?? this.#damaged.get(index);
      if (place !== undefined) return place;
      if (this.#error !== undefined) throw this.#error;
      if (this.#hasEnded) return undefined;
      await once(this.#changes, 'change', { signal });
    }
  };

  readonly lend: Unpacking['lend'] = async ({ offset, length }) => {
    if (this.#hasEnded || this.#handle === undefined) return undefined;
    this.#reading += 1;
    try {
      const bytes = Buffer.allocUnsafe(length);
      let filled = 0;
      while (filled < length) {
        const { bytesRead } = await this.#handle.read(bytes, filled, length - filled, offset + filled);
        if (bytesRead === 0) return undefined;
        filled += bytesRead;
      }
      return { bytes, giveBack: () => undefined };
    } finally {
      this.#reading -= 1;
      await this.#close();
    }
  };

  async #run(): Promise<void> {
    const target = await this.#options.shelf.newPath().catch(() => undefined);
    const end = target === undefined ? 'no-room' : await this.#unpackInto(target);
    this.#releaseRoom();
    // The file is deleted next: no reader may look for it.
    if (end !== 'kept') this.#pages.clear();
    this.#hasEnded = true;
    this.#options.onEnd(end);
    this.#changes.emit('change');
    await this.#close();
    if (target !== undefined && end !== 'kept') await rm(target, { force: true }).catch(() => undefined);
  }

  async #unpackInto(target: string): Promise<UnpackingEnd> {
    let failure: FormatError | undefined;
    try {
      this.#handle = await open(target, 'wx+', 0o600);
    } catch {
      return 'no-room';
    }
    try {
      const answer = await this.#options.run(target, (progress) => this.#take(progress as UnpackProgress));
      if (answer === 'no-room') return 'no-room';
    } catch (error) {
      if (error instanceof FormatError && error.code !== 'file.changed' && this.#planned !== undefined) failure = error;
      // A thread stopped after its last page, at shutdown, has finished its work.
      else if (!this.#isComplete()) return this.#lose(error);
    }
    try {
      if (!(await this.#options.isUnchanged())) {
        return this.#lose(new FormatError('file.changed', 'The archive changed while it was unpacked'));
      }
      await this.#keep(target, this.#handle, failure);
      return 'kept';
    } catch (error) {
      return isRefusal(error) ? 'no-room' : this.#lose(error);
    }
  }

  #isComplete(): boolean {
    return this.#planned?.every((index) => this.#pages.has(index) || this.#damaged.has(index)) ?? false;
  }

  #lose(error: unknown): 'lost' {
    this.#error = error instanceof Error ? error : new Error(String(error));
    return 'lost';
  }

  /** Puts the pages on the shelf. Pages that failed because of the file are recorded as damaged. */
  async #keep(target: string, handle: FileHandle, failure: FormatError | undefined): Promise<void> {
    const planned = this.#planned ?? [];
    for (const index of planned) {
      if (failure === undefined || this.#pages.has(index) || this.#damaged.has(index)) continue;
      this.#damaged.set(index, { code: failure.code, message: failure.message });
    }
    const last = [...this.#pages.values()].reduce((end, { offset, length }) => Math.max(end, offset + length), 0);
    await finishPack(handle, last, { pages: this.#pages, damaged: this.#damaged });
    const isLasting = failure === undefined || !PASSING.has(failure.code);
    this.#releaseRoom();
    await this.#options.shelf.keep(target, { key: this.#options.key, part: planned[0] ?? 0, isLasting });
  }

  #releaseRoom(): void {
    this.#room?.[Symbol.dispose]();
    this.#room = undefined;
  }

  #take(progress: UnpackProgress): void {
    switch (progress.kind) {
      case 'planned':
        this.#planned = progress.indexes;
        this.#room = this.#options.shelf.reserve(progress.bytes);
        break;
      case 'page':
        this.#pages.set(progress.index, { offset: progress.offset, length: progress.length });
        break;
      case 'damaged':
        this.#damaged.set(progress.index, { code: progress.code, message: progress.message });
    }
    this.#changes.emit('change');
  }

  async #close(): Promise<void> {
    if (!this.#hasEnded || this.#reading > 0 || this.#handle === undefined) return;
    const handle = this.#handle;
    this.#handle = undefined;
    await handle.close().catch(() => undefined);
  }
}

/** Whether a disk refused: full, read-only or gone. */
function isRefusal(error: unknown): boolean {
  return error instanceof Error && 'code' in error && typeof error.code === 'string';
}

/** Starts unpacking, which continues when every caller has left. */
export function startUnpacking(options: UnpackingOptions): Unpacking {
  return new Run(options);
}
