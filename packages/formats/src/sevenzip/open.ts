import { crc32 } from 'node:zlib';
import { type Container, type ContainerEntry, type HeadVisitor } from '../container.ts';
import { FormatError, type FormatErrorCode } from '../format-error.ts';
import { type Limits } from '../limits.ts';
import { cleanName, isEscapingName } from '../name-encoding.ts';
import { checkEntry, isDirect, readEntry, refuseSize } from '../read-entry.ts';
import { type EntrySource, type FormatProblem, type PackedEntry } from '../reading.ts';
import { type ByteSource } from '../source.ts';
import { isSupported, plainMethod, unpackFolder } from './coders.ts';
import { badHeader } from './cursor.ts';
import { type SevenZipFile } from './files.ts';
import { DATA_START, type Folder, type HeaderReading, readHeader } from './headers.ts';
import { unpackEntries } from './unpack-entries.ts';

const MAX_HEADER_BYTES = 64 * 1024 * 1024;
/** A packed header may contain another. */
const MAX_HEADERS = 4;
/** Limit of bytes unpacked before one entry. */
const MAX_SOLID_BYTES = 4 * 1024 * 1024 * 1024;
/** A damaged entry with this many good bytes can still be identified. */
const ENOUGH_BYTES = 16 * 1024;
/** Documents kept while a solid archive is unpacked, to save another pass. */
const MAX_DOCUMENTS = 8;
const MAX_PROBLEMS = 100;

/** Entries and files, in the same order. */
export interface SevenZipListing {
  readonly folders: readonly Folder[];
  readonly files: readonly SevenZipFile[];
  readonly entries: readonly ContainerEntry[];
}

/**
 * Lists a 7z archive by its header.
 * @throws {FormatError} `sevenzip.truncated`, `sevenzip.bad-header`, `sevenzip.encrypted` for an encrypted header or
 *   when every file is, `sevenzip.unsupported`, `sevenzip.too-many-entries`
 */
export async function listSevenZip(source: ByteSource, limits: Limits): Promise<SevenZipListing> {
  const { folders, files } = await readDirectory(source, limits);
  refuseEncrypted(folders, files);
  const counts = new Map<number, number>();
  for (const { stream } of files) {
    if (stream !== undefined) counts.set(stream.folder, (counts.get(stream.folder) ?? 0) + 1);
  }
  const entries = files.map((file, index): ContainerEntry => {
    const folder = file.stream === undefined ? undefined : folders[file.stream.folder];
    const isAlone = file.stream === undefined || counts.get(file.stream.folder) === 1;
    const name = cleanName(file.name);
    return {
      name,
      length: file.stream?.length ?? 0,
      isDirectory: file.isDirectory,
      encrypted: folder?.isEncrypted ?? false,
      crc: file.stream === undefined ? 0 : file.stream.crc,
      source: locate({ file, folder, name, index, isAlone }, source.size, limits),
    };
  });
  return { folders, files, entries };
}

/**
 * Opens a 7z archive. It unpacks in this thread: for worker threads.
 * @throws {FormatError} as `listSevenZip`
 */
export async function openSevenZip(source: ByteSource, limits: Limits): Promise<Container> {
  const listing = await listSevenZip(source, limits);
  const archive = { source, limits, listing, kept: new Map<number, Buffer>() };
  const unsafe = listing.entries.filter(({ name }) => isEscapingName(name)).slice(0, MAX_PROBLEMS);
  return {
    kind: 'sevenzip',
    entries: listing.entries,
    comment: Buffer.alloc(0),
    problems: unsafe.map(({ name }) => ({
      code: 'sevenzip.unsafe-name',
      message: `Entry "${name}" points outside the archive; it is only a name here`,
    })),
    read: async (entry) => readSevenZipEntry(archive, entry),
    readHead: async (entry, bytes) => {
      let found: Buffer | FormatProblem | undefined;
      await visitHeads(archive, [entry], { bytes, visit: (_entry, head) => (found = headCopy(head)) });
      if (Buffer.isBuffer(found)) return found;
      throw new FormatError(toErrorCode(found?.code), found?.message ?? `Cannot read entry "${entry.name}"`);
    },
    readHeads: async (entries, bytes, visit) => visitHeads(archive, entries, { bytes, visit }),
    [Symbol.dispose]: () => undefined,
  };
}

function headCopy(head: Buffer | FormatProblem): Buffer | FormatProblem {
  return Buffer.isBuffer(head) ? Buffer.from(head) : head;
}

interface OpenArchive {
  readonly source: ByteSource;
  readonly limits: Limits;
  readonly listing: SevenZipListing;
  /** Whole documents by index. */
  readonly kept: Map<number, Buffer>;
}

/**
 * Reads an entry and verifies its checksum.
 * @throws {FormatError} `entry.corrupt`, `entry.bad-checksum` …
 */
async function readSevenZipEntry(
  { source, limits, listing, kept }: OpenArchive,
  entry: ContainerEntry,
): Promise<Buffer> {
  const place = readable(entry);
  if (isDirect(place)) {
    const bytes = readEntry(source, place, limits);
    checkEntry(bytes, place);
    return bytes;
  }
  const known = kept.get(place.index);
  if (known !== undefined) return known;
  const bytes = Buffer.alloc(place.length);
  let at = 0;
  let problem: FormatProblem | undefined;
  await unpackEntries(source, listing, new Map([[place.index, place.length]]), {
    write: (_index, piece) => {
      at += piece.copy(bytes, at);
    },
    end: (_index, end) => {
      problem = end;
    },
  });
  if (problem === undefined) return bytes;
  throw new FormatError(toErrorCode(problem.code), `Cannot read entry "${entry.name}": ${problem.message}`);
}

interface HeadsWanted {
  readonly bytes: number;
  readonly visit: HeadVisitor;
}

/** Reads all wanted heads in one pass through their folders, and keeps short documents. */
async function visitHeads(
  archive: OpenArchive,
  entries: readonly ContainerEntry[],
  wanted: HeadsWanted,
): Promise<void> {
  const { source, limits, listing, kept } = archive;
  const packed = new Map<number, ContainerEntry>();
  for (const entry of entries) {
    const place = entry.source;
    if (place.kind === 'sevenzip') packed.set(place.index, entry);
    else wanted.visit(entry, directHead(source, limits, entry, wanted.bytes));
  }
  if (packed.size === 0) return;
  const asked = new Map([...packed].map(([index, { length }]) => [index, Math.min(length, wanted.bytes)]));
  const documents = documentsIn(listing.entries, packed, wanted.bytes);
  for (const { index, length } of documents) asked.set(index, length);
  const heads = new Map<number, Buffer[]>();
  await unpackEntries(source, listing, asked, {
    write: (index, piece) => {
      heads.set(index, [...(heads.get(index) ?? []), Buffer.from(piece)]);
    },
    end: (index, problem) => {
      const head = Buffer.concat(heads.get(index) ?? []);
      heads.delete(index);
      if (problem === undefined && documents.some((one) => one.index === index)) kept.set(index, head);
      const entry = packed.get(index);
      if (entry === undefined) return;
      const isEnough = problem === undefined || head.length >= Math.min(asked.get(index) ?? 0, ENOUGH_BYTES);
      wanted.visit(entry, isEnough ? head : problem);
    },
  });
}

/** Metadata documents in the same folders of at most this many bytes. */
function documentsIn(
  entries: readonly ContainerEntry[],
  packed: ReadonlyMap<number, ContainerEntry>,
  bytes: number,
): readonly PackedEntry[] {
  if (![...packed.values()].some(({ source }) => source.kind === 'sevenzip' && source.solid)) return [];
  return entries
    .flatMap(({ name, source }) => (source.kind === 'sevenzip' && /\.xml$/iu.test(name) ? [source] : []))
    .filter(({ length, solid }) => solid && length <= bytes)
    .slice(0, MAX_DOCUMENTS);
}

function directHead(source: ByteSource, limits: Limits, entry: ContainerEntry, bytes: number): Buffer | FormatProblem {
  try {
    const place = readable(entry);
    if (place.kind === 'stored') return source.read(place.offset, Math.min(bytes, place.length));
    if (!isDirect(place)) throw new FormatError('entry.unsupported', `Cannot read entry "${entry.name}"`);
    return readEntry(source, place, limits).subarray(0, bytes);
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    return { code: error.code, message: error.message };
  }
}

/**
 * The source of a readable entry.
 * @throws {FormatError} the code of an unreadable source
 */
function readable({ name, source }: ContainerEntry): Exclude<EntrySource, { readonly kind: 'unreadable' | 'pdf' }> {
  if (source.kind !== 'unreadable' && source.kind !== 'pdf') return source;
  const code = toErrorCode(source.kind === 'unreadable' ? source.code : undefined);
  throw new FormatError(code, `Cannot read entry "${name}": ${code}`);
}

const CODES: ReadonlyMap<string | undefined, FormatErrorCode> = new Map(
  (
    [
      'entry.encrypted',
      'entry.link',
      'entry.missing',
      'entry.unsupported',
      'entry.truncated',
      'entry.corrupt',
      'entry.too-large',
      'entry.bad-checksum',
      'file.changed',
    ] as const
  ).map((code) => [code, code]),
);

/** The code of a problem as an error code. */
function toErrorCode(code: string | undefined): FormatErrorCode {
  return CODES.get(code) ?? 'entry.unsupported';
}

type Directory = Extract<HeaderReading, { readonly kind: 'files' }>;

/** The header at the end, unpacked when packed. */
async function readDirectory(source: ByteSource, limits: Limits): Promise<Directory> {
  const start = source.readUpTo(0, DATA_START);
  if (start.length < DATA_START) throw truncated('in its first header', start.length);
  if (crc32(start.subarray(12)) !== start.readUInt32LE(8)) throw badHeader('its checksum is wrong', 8);
  const [low, high] = [start.readUInt32LE(12), start.readUInt32LE(16)];
  const offset = DATA_START + low + high * 0x1_0000_0000;
  const length = start.readUInt32LE(20) + start.readUInt32LE(24) * 0x1_0000_0000;
  if (length === 0) return { kind: 'files', folders: [], files: [] };
  if (offset + length > source.size) throw truncated('before its list of entries', source.size);
  if (length > MAX_HEADER_BYTES) throw badHeader('it is too large', offset);
  let bytes = source.read(offset, length);
  if (crc32(bytes) !== start.readUInt32LE(28)) throw badHeader('its checksum is wrong', offset);
  const bounds = { entryCount: limits.entryCount, fileSize: source.size };
  for (let round = 0; round < MAX_HEADERS; round += 1) {
    const reading = readHeader(bytes, offset, bounds);
    if (reading.kind === 'files') return reading;
    bytes = await unpackHeader(source, reading.folder, offset);
  }
  throw badHeader('it is packed too often', offset);
}

async function unpackHeader(source: ByteSource, folder: Folder, offset: number): Promise<Buffer> {
  if (folder.isEncrypted) throw new FormatError('sevenzip.encrypted', 'The list of entries is encrypted', { offset });
  if (!isSupported(folder))
    throw new FormatError('sevenzip.unsupported', 'The list of entries is packed in an unknown way');
  if (folder.length > MAX_HEADER_BYTES) throw badHeader('it is too large', offset);
  if (folder.offset + folder.packedLength > source.size) throw truncated('in its list of entries', source.size);
  const pieces: Buffer[] = [];
  try {
    for await (const piece of unpackFolder(source, folder)) pieces.push(Buffer.from(piece));
  } catch (error) {
    if (error instanceof FormatError && error.code === 'entry.corrupt') throw badHeader('it is damaged', offset);
    throw error;
  }
  const bytes = Buffer.concat(pieces);
  if (folder.crc !== null && crc32(bytes) !== folder.crc) throw badHeader('its checksum is wrong', offset);
  return bytes;
}

function truncated(where: string, offset: number): FormatError {
  return new FormatError('sevenzip.truncated', `The archive is cut off ${where}`, { offset });
}

function refuseEncrypted(folders: readonly Folder[], files: readonly SevenZipFile[]): void {
  const packed = files.flatMap(({ stream }) => (stream === undefined ? [] : [stream.folder]));
  if (packed.length === 0 || !packed.every((folder) => folders[folder]?.isEncrypted === true)) return;
  throw new FormatError('sevenzip.encrypted', 'Every file of the archive is encrypted');
}

interface Placed {
  readonly file: SevenZipFile;
  readonly folder: Folder | undefined;
  readonly name: string;
  readonly index: number;
  /** No other entry is in the folder. */
  readonly isAlone: boolean;
}

function locate({ file, folder, name, index, isAlone }: Placed, fileSize: number, limits: Limits): EntrySource {
  const { stream } = file;
  if (file.isLink) return { kind: 'unreadable', code: 'entry.link' };
  if (stream === undefined) return { kind: 'stored', offset: 0, length: 0, crc: null };
  if (folder === undefined) return { kind: 'unreadable', code: 'entry.missing' };
  const { length, from, crc } = stream;
  const method = plainMethod(folder);
  const refusal = refuseFolder(folder, fileSize, limits) ?? refuseSize(length, null, limits);
  if (refusal !== null) return { kind: 'unreadable', code: refusal };
  if (method === 'stored') {
    if (from + length > folder.packedLength) return { kind: 'unreadable', code: 'entry.corrupt' };
    return { kind: 'stored', offset: folder.offset + from, length, crc };
  }
  if (method !== undefined && isAlone && crc !== null) {
    const { offset, packedLength } = folder;
    return { kind: method, offset, packedLength, length, crc };
  }
  if (from > MAX_SOLID_BYTES) return { kind: 'unreadable', code: 'entry.too-large' };
  return { kind: 'sevenzip', index, name, length, solid: !isAlone };
}

/** The reason to refuse everything in a folder. */
function refuseFolder(folder: Folder, fileSize: number, limits: Limits): FormatErrorCode | null {
  if (folder.isEncrypted) return 'entry.encrypted';
  if (!isSupported(folder)) return 'entry.unsupported';
  if (folder.offset + folder.packedLength > fileSize) return 'entry.truncated';
  // Checks the whole output: a small entry behind a bomb is refused, too.
  return refuseSize(folder.length, folder.packedLength, { ...limits, entryBytes: Number.POSITIVE_INFINITY });
}
