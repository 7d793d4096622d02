import { crc32 } from 'node:zlib';
import { FormatError } from '../format-error.ts';
import { type FormatProblem } from '../reading.ts';
import { type ByteSource } from '../source.ts';
import { unpackFolder } from './coders.ts';
import { type SevenZipFile } from './files.ts';
import { type Folder } from './headers.ts';

/** Receives unpacked entries in archive order. An error it throws ends the run. */
export interface EntryTaker {
  /** A piece of an entry, valid during the call. */
  readonly write: (index: number, bytes: Buffer) => void;
  /** Called once per wanted entry. */
  readonly end: (index: number, problem: FormatProblem | undefined) => void;
}

interface Archive {
  readonly folders: readonly Folder[];
  readonly files: readonly SevenZipFile[];
}

/** A wanted entry of a folder. */
interface Wanted {
  readonly index: number;
  /** Start and end in the folder's output, and the end of the wanted bytes. */
  readonly from: number;
  readonly until: number;
  readonly keptUntil: number;
  readonly crc: number | null;
}

/**
 * Unpacks entries, each folder once, up to its last wanted byte. A damaged folder does not end the run.
 * @param wanted bytes to keep of each entry, by index
 * @throws {Error} of the taker or the disk
 */
export async function unpackEntries(
  source: ByteSource,
  { folders, files }: Archive,
  wanted: ReadonlyMap<number, number>,
  taker: EntryTaker,
): Promise<void> {
  const byFolder = new Map<number, Wanted[]>();
  for (const index of [...wanted.keys()].toSorted((one, other) => one - other)) {
    const stream = files[index]?.stream;
    if (stream === undefined) {
      taker.end(index, { code: 'entry.missing', message: `The archive has no entry ${index}` });
      continue;
    }
    const { from, length, crc } = stream;
    const keptUntil = from + Math.min(length, wanted.get(index) ?? 0);
    const one = { index, from, until: from + length, keptUntil, crc };
    byFolder.set(stream.folder, [...(byFolder.get(stream.folder) ?? []), one]);
  }
  for (const [at, entries] of byFolder) {
    const folder = folders[at];
    if (folder !== undefined) await unpackFrom(source, folder, new Run(entries, taker));
  }
}

async function unpackFrom(source: ByteSource, folder: Folder, run: Run): Promise<void> {
  try {
    if (run.take(Buffer.alloc(0))) return;
    for await (const piece of unpackFolder(source, folder)) {
      if (run.take(piece)) return;
    }
  } catch (error) {
    if (!(error instanceof FormatError) || run.hasThrown) throw error;
    run.fail({ code: error.code, message: error.message });
  }
}

/** Distributes the bytes of one folder to its entries. */
class Run {
  /** In folder order. */
  readonly #entries: readonly Wanted[];
  readonly #taker: EntryTaker;
  #next = 0;
  #at = 0;
  #crc = 0;
  /** The error came from the taker, not from the archive. */
  hasThrown = false;

  constructor(entries: readonly Wanted[], taker: EntryTaker) {
    this.#entries = entries;
    this.#taker = taker;
  }

  /** Returns whether all entries have ended. */
  take(piece: Buffer): boolean {
    this.hasThrown = true;
    const [begin, end] = [this.#at, this.#at + piece.length];
    this.#at = end;
    for (let entry = this.#entries[this.#next]; entry !== undefined; entry = this.#entries[this.#next]) {
      if (entry.from > end || (entry.from === end && entry.keptUntil > end)) break;
      const part = piece.subarray(Math.max(0, entry.from - begin), Math.max(0, entry.keptUntil - begin));
      if (part.length > 0) {
        this.#crc = crc32(part, this.#crc);
        this.#taker.write(entry.index, part);
      }
      if (end < entry.keptUntil) break;
      this.#end(entry);
    }
    this.hasThrown = false;
    return this.#next >= this.#entries.length;
  }

  fail(problem: FormatProblem): void {
    while (this.#next < this.#entries.length) {
      const entry = this.#entries[this.#next];
      this.#next += 1;
      if (entry !== undefined) this.#taker.end(entry.index, problem);
    }
  }

  #end({ index, until, keptUntil, crc }: Wanted): void {
    const isSound = keptUntil < until || crc === null || crc === this.#crc;
    this.#crc = 0;
    this.#next += 1;
    const message = 'Its checksum is wrong: the archive is damaged';
    this.#taker.end(index, isSound ? undefined : { code: 'entry.bad-checksum', message });
  }
}
