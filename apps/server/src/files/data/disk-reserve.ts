import type { Logger } from 'pino';
import { type DiskSpace, measureDiskSpace } from './disk-space.ts';

/** What a reserve watches. */
export interface ReserveOptions {
  /** Absolute. */
  readonly folder: string;
  /** Free space that background work leaves, in bytes; asked for at each look. */
  readonly readReserve: () => number;
  readonly log: Logger;
  /** Undefined where the system does not tell. */
  readonly measure?: (folder: string) => Promise<DiskSpace | undefined>;
  readonly everyMs?: number;
  /** After a refused write, until background work tries again; the refusing disk may be another one. */
  readonly retryMs?: number;
}

const EVERY_MS = 5_000;
const RETRY_MS = 15_000;
const MEGABYTE = 1_048_576;

/** Tells whether the disk of a folder has room for background work. */
export class DiskReserve implements Disposable {
  readonly #options: ReserveOptions;
  readonly #timer: NodeJS.Timeout;
  readonly #listeners = new Set<(isShort: boolean) => void>();
  #refusedUntil = 0;
  #isShort = false;

  /** Call `look` before the first use: until then there is room. */
  constructor(options: ReserveOptions) {
    this.#options = options;
    this.#timer = setInterval(() => void this.look(), options.everyMs ?? EVERY_MS).unref();
  }

  get isShort(): boolean {
    return this.#isShort;
  }

  /** @param listener called with each change, until the reserve is disposed */
  onChange(listener: (isShort: boolean) => void): void {
    this.#listeners.add(listener);
  }

  /** To be called when a write failed because a disk is full. */
  noteFull(): void {
    this.#refusedUntil = performance.now() + (this.#options.retryMs ?? RETRY_MS);
    this.#change(true, undefined);
  }

  async look(): Promise<void> {
    const { folder, readReserve, measure = measureDiskSpace } = this.#options;
    const space = await measure(folder);
    const isBelow = space !== undefined && space.freeBytes < readReserve();
    this.#change(isBelow || performance.now() < this.#refusedUntil, space);
  }

  [Symbol.dispose](): void {
    clearInterval(this.#timer);
    this.#listeners.clear();
  }

  #change(isShort: boolean, space: DiskSpace | undefined): void {
    if (isShort === this.#isShort) return;
    this.#isShort = isShort;
    const { log } = this.#options;
    const fields = space === undefined ? {} : { freeMegabytes: Math.floor(space.freeBytes / MEGABYTE) };
    if (isShort) log.error(fields, 'the disk is nearly full: background work waits for room');
    else log.info(fields, 'the disk has room again: background work goes on');
    for (const listener of this.#listeners) listener(isShort);
  }
}
