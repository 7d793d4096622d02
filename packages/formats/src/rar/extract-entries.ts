import { crc32 } from 'node:zlib';
import { FormatError } from '../format-error.ts';
import { DEFAULT_LIMITS, type Limits } from '../limits.ts';
import { type FormatProblem, type PackedEntry } from '../reading.ts';
import { type ByteSource, type FileToOpen, openSource } from '../source.ts';
import { type ByteRange, type RarFileHeader, type RarIndex } from './header.ts';
import { listRar, type RarListing } from './open.ts';
import { withoutChecksum } from './unchecked-header.ts';
import { unpackInOrder } from './unpack.ts';
import { DAMAGED, notUnpacked } from './unpack-failure.ts';

/** Receives unpacked entries, synchronously; an error it throws ends the extraction. */
export interface RarEntrySink {
  /** A piece of an entry, in order, valid during the call. An empty entry has none. */
  readonly write: (entry: PackedEntry, bytes: Buffer) => void;
  /** Called once per entry; with a problem, its written bytes are invalid. */
  readonly end: (entry: PackedEntry, problem: FormatProblem | undefined) => void;
}

/** Cancellation and limits. */
export interface ExtractOptions {
  readonly signal?: AbortSignal;
  readonly limits?: Limits;
}

/**
 * Unpacks entries in one pass: each byte of a solid archive is unpacked once. Memory does not depend on entry sizes. A
 * damaged entry does not end the pass. Blocks for the length of an entry: for worker threads.
 * @param entries of one archive; repeated entries come out once
 * @throws {FormatError} `file.changed` when another entry is there now
 * @throws {Error} the signal's reason, an error of the sink, or of the disk
 */
export async function extractRarEntries(
  file: FileToOpen,
  entries: readonly PackedEntry[],
  sink: RarEntrySink,
  { signal, limits = DEFAULT_LIMITS }: ExtractOptions = {},
): Promise<void> {
  signal?.throwIfAborted();
  using source = openSource(file);
  const listing = listRar(source, limits);
  const wanted = new Map(entries.map((entry) => [entry.index, entry]));
  for (const entry of wanted.values()) refuseMoved(listing, entry);
  if (wanted.size === 0) return;
  const { index } = listing;
  const files = index.files.slice(0, Math.max(...wanted.keys()) + 1);
  let crc = 0;
  const code = await unpackInOrder(
    {
      source,
      kind: index.kind,
      solid: index.solid,
      ranges: files.flatMap((file) => [readUncheckedHeader(source, index, file), file.packed]),
      fileCount: files.length,
      wants: (at) => wanted.has(at),
      write: (at, bytes) => {
        const entry = wanted.get(at);
        if (entry === undefined) return;
        crc = crc32(bytes, crc);
        sink.write(entry, bytes);
      },
      end: (at, result) => {
        const entry = wanted.get(at);
        wanted.delete(at);
        const came = { ...result, crc };
        crc = 0;
        if (entry !== undefined) sink.end(entry, findProblem(entry, files[at]?.crc ?? null, came));
        return wanted.size > 0;
      },
    },
    signal,
  );
  for (const entry of wanted.values()) sink.end(entry, toProblem(notUnpacked(entry.name, code)));
}

/** The header without the file's checksum, where the format allows it: Node computes it instead. */
function readUncheckedHeader(
  source: ByteSource,
  { kind }: RarIndex,
  { crc, header }: RarFileHeader,
): ByteRange | Buffer {
  return kind === 'rar5' && crc !== null ? withoutChecksum(source.read(header.offset, header.length)) : header;
}

function refuseMoved({ entries }: RarListing, entry: PackedEntry): void {
  const found = entries[entry.index];
  if (found?.source.kind === 'rar' && found.name === entry.name && found.length === entry.length) return;
  throw new FormatError('file.changed', `Entry "${entry.name}" is no longer where it was`);
}

interface Came {
  readonly code: number;
  readonly total: number;
  readonly crc: number;
}

function findProblem(entry: PackedEntry, declaredCrc: number | null, came: Came): FormatProblem | undefined {
  if (came.code !== 0) return toProblem(notUnpacked(entry.name, came.code));
  if (came.total !== entry.length) {
    const message = `Cannot unpack entry "${entry.name}": declared ${entry.length} bytes, found ${came.total}`;
    return { code: 'entry.corrupt', message };
  }
  const isSound = declaredCrc === null || came.crc === declaredCrc;
  return isSound ? undefined : toProblem(notUnpacked(entry.name, DAMAGED));
}

function toProblem({ code, message }: FormatError): FormatProblem {
  return { code, message };
}
