import { type Container, type ContainerEntry, type HeadVisitor } from '../container.ts';
import { FormatError, type FormatErrorCode } from '../format-error.ts';
import { type Limits } from '../limits.ts';
import { chooseNameDecoder, cleanName, isEscapingName } from '../name-encoding.ts';
import { checkEntry, isDirect, readEntry, refuseSize } from '../read-entry.ts';
import { type EntrySource, type FormatProblem, type PackedEntry } from '../reading.ts';
import { type ByteSource, lookAt } from '../source.ts';
import { type RarFileHeader, type RarIndex } from './header.ts';
import { readRar4Headers } from './rar4-headers.ts';
import { readRar5Headers } from './rar5-headers.ts';
import { findRarSignature } from './signature.ts';
import { unpack, type Unpacked } from './unpack.ts';
import { notUnpacked } from './unpack-failure.ts';

/** Limit of bytes unpacked before one entry of a solid archive. */
const MAX_SOLID_BYTES = 4 * 1024 * 1024 * 1024;

/** A damaged entry with this many good bytes can still be identified. */
const ENOUGH_BYTES = 16 * 1024;

/** Documents kept while a solid archive is unpacked, to save another pass. */
const MAX_DOCUMENTS = 8;

interface RarArchive {
  readonly file: ByteSource;
  readonly limits: Limits;
  readonly index: RarIndex;
}

interface OpenArchive extends RarArchive {
  readonly entries: readonly ContainerEntry[];
  /** Whole entries by index. */
  readonly kept: Map<number, Buffer>;
}

/** Entries and their headers, in the same order. */
export interface RarListing {
  readonly index: RarIndex;
  readonly entries: readonly ContainerEntry[];
}

/**
 * Opens a RAR 1.5 to 7 archive by its headers. Compressed entries run through wasm: for worker threads.
 * @throws {FormatError} `rar.bad-signature`, `rar.encrypted` for encrypted headers or when every file is,
 *   `rar.multi-volume`, `rar.too-many-entries`, `rar.bad-header` or `rar.truncated` when there is nothing to list
 */
export function openRar(source: ByteSource, limits: Limits): Container {
  const { index, entries } = listRar(source, limits);
  const archive: OpenArchive = { file: source, limits, index, entries, kept: new Map() };
  const problems = [...index.problems, ...unsafeNames(entries)];
  return { kind: index.kind, entries, comment: index.comment, problems, ...readers(archive) };
}

/**
 * Lists an archive by its headers.
 * @throws {FormatError} as `openRar`
 */
export function listRar(source: ByteSource, limits: Limits): RarListing {
  const signature = findRarSignature(source);
  if (signature === undefined) {
    throw new FormatError('rar.bad-signature', 'The file has no RAR signature, or one of before 1996', { offset: 0 });
  }
  const readHeaders = signature.kind === 'rar4' ? readRar4Headers : readRar5Headers;
  const index = readHeaders(source, signature.offset, limits.entryCount);
  refuseArchive(index, limits);
  const names = decodeNames(index.files);
  const sources = locateAll({ file: source, limits, index }, names);
  const entries = index.files.map((file, at): ContainerEntry => {
    const place = sources[at] ?? { kind: 'unreadable', code: 'entry.missing' };
    return {
      name: names[at] ?? '',
      length: 'length' in place ? place.length : (file.length ?? 0),
      isDirectory: file.isDirectory,
      encrypted: file.encrypted,
      crc: file.crc,
      source: place,
    };
  });
  return { index, entries };
}

function readers(archive: OpenArchive): Pick<Container, 'read' | 'readHead' | 'readHeads' | typeof Symbol.dispose> {
  const readHead = async (entry: ContainerEntry, bytes: number): Promise<Buffer> => {
    const asked = Math.min(bytes, entry.length);
    const place = readable(entry);
    if (place.kind === 'stored') return archive.file.read(place.offset, asked);
    const part = await unpackOne(archive, entry, { index: place.index, keep: asked });
    if (part.bytes.length >= asked) return part.bytes;
    // Some filters yield nothing before the whole file.
    const whole = await readWhole(archive, entry);
    return whole.subarray(0, asked);
  };
  return {
    read: async (entry) => readWhole(archive, entry),
    readHead,
    readHeads: async (entries, bytes, visit) => {
      const packed: ContainerEntry[] = [];
      for (const entry of entries) {
        const { source } = entry;
        if (archive.index.solid && source.kind === 'rar') packed.push(entry);
        else if (source.kind === 'stored') visitStored(archive, entry, { at: source.offset, bytes, visit });
        else visit(entry, await orProblem(readHead(entry, bytes)));
      }
      if (packed.length > 0) await visitSolid(archive, packed, { bytes, visit });
    },
    [Symbol.dispose]: () => undefined,
  };
}

async function readWhole(archive: OpenArchive, entry: ContainerEntry): Promise<Buffer> {
  const place = readable(entry);
  if (isDirect(place)) {
    const bytes = readEntry(archive.file, place, archive.limits);
    checkEntry(bytes, place);
    return bytes;
  }
  const kept = archive.kept.get(place.index);
  if (kept !== undefined) return kept;
  const unpacked = await unpackOne(archive, entry, { index: place.index, keep: place.length });
  if (unpacked.code !== 0) throw notUnpacked(entry.name, unpacked.code);
  if (unpacked.total === place.length) return unpacked.bytes;
  const message = `Cannot unpack entry "${entry.name}": declared ${place.length} bytes, found ${unpacked.total}`;
  throw new FormatError('entry.corrupt', message);
}

/**
 * The source of a readable entry.
 * @throws {FormatError} the code of an unreadable source
 */
function readable(entry: ContainerEntry): PackedEntry | Extract<EntrySource, { readonly kind: 'stored' }> {
  const { source } = entry;
  if (source.kind === 'stored' || source.kind === 'rar') return source;
  const code = source.kind === 'unreadable' ? REFUSALS.get(source.code) : undefined;
  throw new FormatError(code ?? 'entry.unsupported', `Cannot read entry "${entry.name}": ${code ?? 'not supported'}`);
}

/** Codes of unreadable entries by their stored text. */
const REFUSALS: ReadonlyMap<string, FormatErrorCode> = new Map(
  (
    [
      'entry.encrypted',
      'entry.link',
      'entry.missing',
      'entry.unsupported',
      'entry.truncated',
      'entry.corrupt',
      'entry.too-large',
    ] as const
  ).map((code) => [code, code]),
);

interface HeadsWanted {
  readonly bytes: number;
  readonly visit: HeadVisitor;
}

function visitStored(
  { file }: OpenArchive,
  entry: ContainerEntry,
  { at, bytes, visit }: HeadsWanted & { readonly at: number },
): void {
  let head: Buffer | FormatProblem;
  try {
    head = lookAt(file, at, Math.min(bytes, entry.length));
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    head = toProblem(error);
  }
  visit(entry, head);
}

async function orProblem(head: Promise<Buffer>): Promise<Buffer | FormatProblem> {
  try {
    return await head;
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    return toProblem(error);
  }
}

/** Reads all wanted heads of a solid archive in one pass, and keeps short documents. */
async function visitSolid(
  archive: OpenArchive,
  entries: readonly ContainerEntry[],
  wanted: HeadsWanted,
): Promise<void> {
  const left = new Set(entries);
  const byIndex = new Map<number, ContainerEntry[]>();
  for (const entry of entries) {
    if (entry.source.kind === 'rar')
      byIndex.set(entry.source.index, [...(byIndex.get(entry.source.index) ?? []), entry]);
  }
  const documents = listDocuments(archive, wanted.bytes);
  const indexes = [...byIndex.keys(), ...documents];
  const code = await unpackEntries(archive, { indexes, keep: wanted.bytes }, (index, unpacked) => {
    const isWhole = unpacked.code === 0 && unpacked.total === archive.entries[index]?.length;
    if (isWhole && documents.includes(index)) archive.kept.set(index, unpacked.bytes);
    for (const entry of byIndex.get(index) ?? []) {
      left.delete(entry);
      const enough = unpacked.bytes.length >= Math.min(wanted.bytes, entry.length, ENOUGH_BYTES);
      wanted.visit(entry, enough ? unpacked.bytes : toProblem(notUnpacked(entry.name, unpacked.code)));
    }
  });
  for (const entry of left) wanted.visit(entry, toProblem(notUnpacked(entry.name, code)));
}

/** Metadata documents of at most this many bytes. */
function listDocuments({ entries }: OpenArchive, bytes: number): readonly number[] {
  return entries
    .flatMap(({ name, source }) => (source.kind === 'rar' && /\.xml$/iu.test(name) ? [source] : []))
    .filter(({ length }) => length <= bytes)
    .slice(0, MAX_DOCUMENTS)
    .map(({ index }) => index);
}

function toProblem({ code, message }: FormatError): FormatProblem {
  return { code, message };
}

/** Packed bytes that always contain the wanted ones, with tables. */
function packedRoom(bytes: number): number {
  return bytes + (bytes >> 4) + 4096;
}

interface Wanted {
  /** Entries of a solid archive, or one entry. */
  readonly indexes: readonly number[];
  /** Bytes to keep of each. */
  readonly keep: number;
}

/**
 * Unpacks the first bytes of entries.
 * @returns the unpacker's code when the run ended early, else 0
 */
async function unpackEntries(
  { file, index }: RarArchive,
  { indexes, keep }: Wanted,
  visit: (index: number, unpacked: Unpacked) => void,
): Promise<number> {
  const left = new Set(indexes);
  const last = Math.max(...left);
  const first = index.solid ? 0 : last;
  const files = index.files.slice(first, last + 1);
  const [only] = files;
  const limited = !index.solid && only !== undefined && keep < (only.length ?? 0);
  return await unpack({
    source: file,
    kind: index.kind,
    solid: index.solid,
    ranges: files.flatMap(({ header, packed }) => [header, packed]),
    fileCount: files.length,
    ...(limited ? { readable: only.header.length + packedRoom(keep) } : {}),
    keep: (at) => (left.has(first + at) ? keep : undefined),
    visit: (at, unpacked) => {
      left.delete(first + at);
      visit(first + at, unpacked);
      return left.size > 0;
    },
  });
}

/**
 * Unpacks the first bytes of one entry.
 * @throws {FormatError} when the archive ends before it
 */
async function unpackOne(
  archive: RarArchive,
  entry: ContainerEntry,
  wanted: { index: number; keep: number },
): Promise<Unpacked> {
  let found: Unpacked | undefined;
  const code = await unpackEntries(archive, { indexes: [wanted.index], keep: wanted.keep }, (_index, unpacked) => {
    found = unpacked;
  });
  if (found === undefined) throw notUnpacked(entry.name, code);
  return found;
}

function refuseArchive(index: RarIndex, limits: Limits): void {
  if (index.multiVolume) throw new FormatError('rar.multi-volume', 'The file is one volume of a set');
  if (index.files.length > limits.entryCount) {
    throw new FormatError('rar.too-many-entries', `The archive has more than ${limits.entryCount} entries`);
  }
  const files = index.files.filter((file) => !file.isDirectory);
  if (files.length > 0 && files.every((file) => file.encrypted)) {
    throw new FormatError('rar.encrypted', 'Every file of the archive is encrypted');
  }
}

function decodeNames(files: readonly RarFileHeader[]): readonly string[] {
  const decode = chooseNameDecoder(files.filter((file) => file.name === undefined).map((file) => file.rawName));
  return files.map((file) => cleanName(file.name ?? decode(file.rawName)));
}

function locateAll(archive: RarArchive, names: readonly string[]): readonly EntrySource[] {
  const sources: EntrySource[] = [];
  const byName = new Map<string, EntrySource>();
  let unpackedBefore = 0;
  for (const [index, file] of archive.index.files.entries()) {
    const name = names[index] ?? '';
    const { redirect } = file;
    const target = redirect?.kind === 'copy' ? byName.get(cleanName(redirect.target)) : undefined;
    const source = target ?? locate(archive, { file, name, index, unpackedBefore });
    if (archive.index.solid) unpackedBefore += file.length ?? 0;
    byName.set(name, source);
    sources.push(source);
  }
  return sources;
}

interface Placed {
  readonly file: RarFileHeader;
  readonly name: string;
  readonly index: number;
  readonly unpackedBefore: number;
}

function locate(archive: RarArchive, { file, name, index, unpackedBefore }: Placed): EntrySource {
  const { length, crc, packed } = file;
  const refusal = refuseFile(file, archive.file.size);
  if (refusal !== undefined || length === null) return { kind: 'unreadable', code: refusal ?? 'entry.unsupported' };
  const tooLarge = refuseSize(length, file.stored ? null : packed.length, archive.limits);
  if (tooLarge !== null) return { kind: 'unreadable', code: tooLarge };
  if (file.stored) return { kind: 'stored', offset: packed.offset, length, crc };
  if (unpackedBefore > MAX_SOLID_BYTES) return { kind: 'unreadable', code: 'entry.too-large' };
  return { kind: 'rar', index, name, length, solid: archive.index.solid };
}

function refuseFile(file: RarFileHeader, size: number): FormatErrorCode | undefined {
  if (file.encrypted) return 'entry.encrypted';
  if (file.redirect !== null) return file.redirect.kind === 'copy' ? 'entry.missing' : 'entry.link';
  if (!file.supported) return 'entry.unsupported';
  if (file.packed.offset + file.packed.length > size) return 'entry.truncated';
  return file.stored && file.packed.length !== file.length ? 'entry.corrupt' : undefined;
}

/** Limit of repeated problems. */
const MAX_PROBLEMS = 100;

function unsafeNames(entries: readonly ContainerEntry[]): readonly FormatProblem[] {
  return entries
    .filter((entry) => isEscapingName(entry.name))
    .slice(0, MAX_PROBLEMS)
    .map(({ name }) => ({
      code: 'rar.unsafe-name',
      message: `Entry "${name}" points outside the archive; it is only a name here`,
    }));
}
