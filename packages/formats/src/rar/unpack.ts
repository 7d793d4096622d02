import { setImmediate } from 'node:timers/promises';
import { type UnrarFiles, type UnrarInstance } from 'node-unrar-js/dist/js/unrar.js';
import { FormatError } from '../format-error.ts';
import { type ByteSource } from '../source.ts';
import { type ByteRange } from './header.ts';
import { archiveStart } from './archive-start.ts';
import { startUnrar } from './start-unrar.ts';

/** Codes of the unpacker that mean something to us. */
const SUCCESS = 0;

/** The memory of an instance never shrinks: one that grew beyond is dropped after use. */
const KEEP_HEAP_BYTES = 96 * 1024 * 1024;

const ARCHIVE_HANDLE = 1;
const OUTPUT_HANDLE = 2;

/** Pieces of an archive that together look like a whole one to the unpacker. */
export interface RarPieces {
  readonly source: ByteSource;
  readonly kind: 'rar4' | 'rar5';
  readonly solid: boolean;
  /** Headers, each with its packed data, in file order; bytes take the place of what lies in the file. */
  readonly ranges: readonly (ByteRange | Buffer)[];
  /** Only so many bytes of the ranges are given out; a file behind comes out short and damaged. */
  readonly readable?: number;
  /** Files in the ranges. */
  readonly fileCount: number;
}

/** One run of the unpacker that keeps what comes out. */
export interface UnpackRun extends RarPieces {
  /** Bytes to keep of the n-th file in the ranges; undefined skips it. */
  readonly keep: (index: number) => number | undefined;
  /** Called for every kept file, also for damaged ones; answer false to end the run. */
  readonly visit: (index: number, unpacked: Unpacked) => boolean;
}

/** What came out of one file. */
export interface Unpacked {
  readonly bytes: Buffer;
  /** All bytes that came out, kept or not. */
  readonly total: number;
  /** 0 for success, else the unpacker's own code (12 damaged, 22 encrypted, 11 out of memory …). */
  readonly code: number;
}

/** One run of the unpacker that hands on what comes out. */
export interface StreamRun extends RarPieces {
  /** Whether the n-th file in the ranges is wanted; others are not written. */
  readonly wants: (index: number) => boolean;
  /** Bytes of a wanted file, which are written over once this returns. What it throws ends the run. */
  readonly write: (index: number, bytes: Buffer) => void;
  /** After a wanted file, with the unpacker's code and all bytes that came out; answer false to end the run. */
  readonly end: (index: number, result: Omit<Unpacked, 'bytes'>) => boolean;
}

let shared: Promise<UnrarInstance> | undefined;

/**
 * Runs the UnRAR wasm. It is synchronous once it is loaded: only for worker threads. Runs do not disturb each other, since
 * none waits for anything between opening and closing its archive.
 * @returns the unpacker's code for opening the archive or for its next header; 0 when all files were seen
 * @throws {FormatError} `rar.extract` when the unpacker itself fails
 * @throws {Error} what the disk threw while the unpacker read
 */
export async function unpack(run: UnpackRun): Promise<number> {
  let healthy = false;
  try {
    shared ??= startUnrar();
    const unrar = await shared;
    const code = drive(unrar, run);
    healthy = unrar.HEAPU8.length <= KEEP_HEAP_BYTES;
    return code;
  } catch (error) {
    throw explainCrash(error);
  } finally {
    // After an exception the memory of the instance is in no known state.
    if (!healthy) shared = undefined;
  }
}

/**
 * Unpacks whole files in their order and hands their bytes on as they come. It has an instance of the wasm of its own, because
 * after each file it lets the thread do other things.
 * @param signal looked at after each file
 * @returns as `unpack`
 * @throws {FormatError} `rar.extract` when the unpacker itself fails
 * @throws {Error} what the disk, the receiver or the signal threw
 */
export async function unpackInOrder(run: StreamRun, signal?: AbortSignal): Promise<number> {
  try {
    return await driveInOrder(await startUnrar(), run, signal);
  } catch (error) {
    throw explainCrash(error);
  }
}

async function driveInOrder(unrar: UnrarInstance, run: StreamRun, signal: AbortSignal | undefined): Promise<number> {
  let total = 0;
  let current = 0;
  unrar.extractor = archiveFiles(unrar, run, (buffer, size) => {
    total += size;
    run.write(current, Buffer.from(unrar.HEAPU8.buffer, unrar.HEAPU8.byteOffset + buffer, size));
  });
  const archive = new unrar.RarArchive();
  let code = archive.open('archive', '', false).state.errCode;
  for (let isWanted = true; code === SUCCESS && isWanted && current < run.fileCount; current++) {
    signal?.throwIfAborted();
    code = archive.getFileHeader().state.errCode;
    if (code !== SUCCESS) break;
    total = 0;
    const skip = !run.wants(current);
    const state = archive.readFile(skip);
    if (skip) continue;
    isWanted = run.end(current, { total, code: state.errCode });
    await setImmediate();
  }
  archive.delete();
  return code;
}

/** A trap of the WebAssembly machine, its stack running out, or an exception of C++, which is no error here. */
function explainCrash(error: unknown): unknown {
  const isCrash = !(error instanceof Error) || error instanceof RangeError || error.name === 'RuntimeError';
  return isCrash ? new FormatError('rar.extract', 'Cannot unpack: the unpacker failed', { cause: error }) : error;
}

function drive(unrar: UnrarInstance, run: UnpackRun): number {
  const output = new Output(unrar);
  unrar.extractor = archiveFiles(unrar, run, (buffer, size) => {
    output.write(buffer, size);
  });
  const archive = new unrar.RarArchive();
  const opened = archive.open('archive', '', false);
  let code = opened.state.errCode;
  for (let index = 0; code === SUCCESS && index < run.fileCount; index++) {
    code = archive.getFileHeader().state.errCode;
    if (code !== SUCCESS) break;
    const keep = run.keep(index);
    output.start(keep ?? 0);
    const state = archive.readFile(keep === undefined);
    if (keep !== undefined && !run.visit(index, { ...output.take(), code: state.errCode })) break;
  }
  archive.delete();
  return code;
}

/** Collects what the unpacker writes, up to a number of bytes. */
class Output {
  readonly #unrar: UnrarInstance;
  #chunks: Buffer[] = [];
  #kept = 0;
  #total = 0;
  #keep = 0;

  constructor(unrar: UnrarInstance) {
    this.#unrar = unrar;
  }

  start(keep: number): void {
    this.#keep = keep;
    this.#chunks = [];
    this.#kept = 0;
    this.#total = 0;
  }

  write(buffer: number, size: number): void {
    this.#total += size;
    const wanted = Math.min(size, this.#keep - this.#kept);
    if (wanted <= 0) return;
    this.#chunks.push(Buffer.from(this.#unrar.HEAPU8.subarray(buffer, buffer + wanted)));
    this.#kept += wanted;
  }

  take(): { readonly bytes: Buffer; readonly total: number } {
    const [only] = this.#chunks;
    return {
      bytes: this.#chunks.length === 1 && only !== undefined ? only : Buffer.concat(this.#chunks),
      total: this.#total,
    };
  }
}

/** The unpacker's view: a signature and main header of our own, then the ranges. */
function archiveFiles(
  unrar: UnrarInstance,
  run: RarPieces,
  onOutput: (buffer: number, size: number) => void,
): UnrarFiles {
  const start = archiveStart(run.kind, run.solid);
  const size = run.ranges.reduce((sum, range) => sum + range.length, start.length);
  const end = Math.min(size, start.length + (run.readable ?? size));
  let position = 0;
  let opened = false;
  const readRanges = rangeReader(run);
  const readInto = (target: Uint8Array): number => {
    if (position >= start.length)
      return readRanges(position - start.length, target.subarray(0, Math.max(0, end - position)));
    const bytes = start.subarray(position, position + target.length);
    target.set(bytes);
    return bytes.length;
  };
  return {
    // A second open would be the next volume: there is none.
    open: () => {
      if (opened) return 0;
      opened = true;
      return ARCHIVE_HANDLE;
    },
    create: () => OUTPUT_HANDLE,
    fileCreated: () => undefined,
    close: () => undefined,
    read: (_handle, buffer, length) => {
      let filled = 0;
      while (filled < length) {
        const count = readInto(unrar.HEAPU8.subarray(buffer + filled, buffer + length));
        if (count === 0) break;
        position += count;
        filled += count;
      }
      return filled;
    },
    write: (_handle, buffer, length) => {
      onOutput(buffer, length);
      return true;
    },
    tell: () => position,
    seek: (_handle, offset, method) => {
      const from = method === 'SET' ? 0 : method === 'END' ? size : position;
      const target = from + offset;
      if (target < 0 || target > size) return false;
      position = target;
      return true;
    },
  };
}

/** Reads into memory of the unpacker, at most to the end of one range: it asks again for the rest. */
function rangeReader({ source, ranges }: RarPieces): (position: number, target: Uint8Array) => number {
  // Where the last read was: nearly always the next one is there as well, or right behind.
  let current = 0;
  let start = 0;
  const find = (position: number): ByteRange | Buffer | undefined => {
    if (position < start) {
      current = 0;
      start = 0;
    }
    for (let range = ranges[current]; range !== undefined; range = ranges[current]) {
      if (position < start + range.length) return range;
      start += range.length;
      current += 1;
    }
    return undefined;
  };
  return (position, target) => {
    const range = find(position);
    if (range === undefined) return 0;
    const inside = position - start;
    const length = Math.min(target.length, range.length - inside);
    const bytes = Buffer.isBuffer(range)
      ? range.subarray(inside, inside + length)
      : source.readUpTo(range.offset + inside, length);
    target.set(bytes);
    return bytes.length;
  };
}
