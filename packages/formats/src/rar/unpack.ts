import { setImmediate } from 'node:timers/promises';
import { type UnrarFiles, type UnrarInstance } from 'node-unrar-js/dist/js/unrar.js';
import { FormatError } from '../format-error.ts';
import { type ByteSource } from '../source.ts';
import { type ByteRange } from './header.ts';
import { archiveStart } from './archive-start.ts';
import { startUnrar } from './start-unrar.ts';

/** Codes of the unpacker. */
const SUCCESS = 0;

/** wasm memory never shrinks: a larger instance is dropped after use. */
const KEEP_HEAP_BYTES = 96 * 1024 * 1024;

const ARCHIVE_HANDLE = 1;
const OUTPUT_HANDLE = 2;

/** Pieces that form a whole archive for the unpacker. */
export interface RarPieces {
  readonly source: ByteSource;
  readonly kind: 'rar4' | 'rar5';
  readonly solid: boolean;
  /** Headers with their packed data, in file order; a Buffer replaces bytes of the file. */
  readonly ranges: readonly (ByteRange | Buffer)[];
  /** Bytes of the ranges that are readable; a later file comes out truncated. */
  readonly readable?: number;
  /** Files in the ranges. */
  readonly fileCount: number;
}

/** A run that keeps the output. */
export interface UnpackRun extends RarPieces {
  /** Bytes to keep of the n-th file; undefined skips it. */
  readonly keep: (index: number) => number | undefined;
  /** Called for every kept file, damaged ones too; false ends the run. */
  readonly visit: (index: number, unpacked: Unpacked) => boolean;
}

/** Output of one file. */
export interface Unpacked {
  readonly bytes: Buffer;
  /** All output bytes, kept or not. */
  readonly total: number;
  /** 0, or the unpacker's code (12 damaged, 22 encrypted, 11 out of memory …). */
  readonly code: number;
}

/** A run that streams the output. */
export interface StreamRun extends RarPieces {
  /** Whether the n-th file is wanted. */
  readonly wants: (index: number) => boolean;
  /** Bytes of a wanted file, valid during the call. An error it throws ends the run. */
  readonly write: (index: number, bytes: Buffer) => void;
  /** Called after a wanted file with code and total bytes; false ends the run. */
  readonly end: (index: number, result: Omit<Unpacked, 'bytes'>) => boolean;
}

let shared: Promise<UnrarInstance> | undefined;

/**
 * Runs the UnRAR wasm, synchronously once loaded: for worker threads. Runs never interleave, since none awaits while
 * its archive is open.
 * @returns the unpacker's code for opening the archive or its next header; 0 when all files were seen
 * @throws {FormatError} `rar.extract` when the unpacker fails
 * @throws {Error} of the disk
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
    // An exception leaves the instance's memory undefined.
    if (!healthy) shared = undefined;
  }
}

/**
 * Unpacks whole files in order and streams their bytes. Uses its own wasm instance, because it yields to the event loop
 * after each file.
 * @param signal checked after each file
 * @returns as `unpack`
 * @throws {FormatError} `rar.extract` when the unpacker fails
 * @throws {Error} of the disk, the receiver or the signal
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

/** A WebAssembly trap, stack overflow, or C++ exception, which is no Error. */
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

/** Collects output up to a number of bytes. */
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

/** The archive as the unpacker sees it: our signature and main header, then the ranges. */
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
    // A second open asks for the next volume: there is none.
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

/** Reads to the end of one range at most; the unpacker asks again for the rest. */
function rangeReader({ source, ranges }: RarPieces): (position: number, target: Uint8Array) => number {
  // The next read is nearly always in the same range or the next.
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
