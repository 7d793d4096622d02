import { type Container, type ContainerEntry, type HeadVisitor } from '../container.ts';
import { FormatError, type FormatErrorCode } from '../format-error.ts';
import { type Limits } from '../limits.ts';
import { chooseNameDecoder, cleanName, isEscapingName } from '../name-encoding.ts';
import { readEntry, refuseSize } from '../read-entry.ts';
import { type EntrySource, type FormatProblem } from '../reading.ts';
import { type ByteSource, lookAt } from '../source.ts';
import {
  badHeader,
  BLOCK,
  hasChecksum,
  hasMagic,
  isZero,
  type PaxRecords,
  readHeader,
  readPax,
  type TarHeader,
} from './header.ts';

/** Bytes of a long name, or of an entry's pax records. */
const MAX_EXTENSION_BYTES = 1024 * 1024;
/** Extension headers of one entry. */
const MAX_EXTENSIONS = 8;
const MAX_PROBLEMS = 100;

/** Entry types with data: regular and contiguous files. */
const FILES = '07';
const DIRECTORY = '5';
const LINKS = '12';
/** Headers about the next entry: long name, long link target, pax records. */
const EXTENSIONS = 'LKx';
/** Headers about the whole archive: global pax records, a label. */
const PASSED_OVER = 'gV';

/** Extension headers of one entry. */
interface Said {
  readonly longName?: Buffer;
  readonly pax?: PaxRecords;
}

interface Listed extends TarHeader {
  /** Undefined for an unstated encoding. */
  readonly paxName: string | undefined;
  readonly isSparse: boolean;
  /** Start of the data. */
  readonly offset: number;
}

interface Listing {
  readonly headers: Listed[];
  readonly problems: FormatProblem[];
}

/** Whether the file starts with a tar header. */
export function isTar(source: ByteSource): boolean {
  const block = source.look(0, BLOCK);
  return block.length === BLOCK && (hasMagic(block) || hasChecksum(block));
}

/**
 * Opens a tar archive by its headers. Links, devices and sparse files are listed but unreadable.
 * @throws {FormatError} `tar.bad-header` or `tar.truncated` when there is nothing to list, `tar.too-many-entries`
 */
export function openTar(source: ByteSource, limits: Limits): Container {
  const { headers, problems } = listHeaders(source, limits);
  const decode = chooseNameDecoder(
    headers.filter(({ paxName }) => paxName === undefined).map(({ rawName }) => rawName),
  );
  const entries = headers.map((header): ContainerEntry => {
    const name = header.paxName ?? decode(header.rawName);
    return {
      name: cleanName(name),
      length: header.size,
      isDirectory: header.type === DIRECTORY || name.endsWith('/'),
      encrypted: false,
      crc: null,
      source: locate(header, source.size, limits),
    };
  });
  for (const { name } of entries) {
    if (!isEscapingName(name) || problems.length >= MAX_PROBLEMS) continue;
    const message = `Entry "${name}" points outside the archive; it is only a name here`;
    problems.push({ code: 'tar.unsafe-name', message });
  }
  const visit = (entry: ContainerEntry, bytes: number, visitor: HeadVisitor): void => {
    visitor(entry, headOrProblem(source, entry, bytes));
  };
  return {
    kind: 'tar',
    entries,
    comment: Buffer.alloc(0),
    problems,
    read: async (entry) => readEntry(source, readable(entry), limits),
    readHead: async (entry, bytes) => {
      const { offset, length } = readable(entry);
      return source.read(offset, Math.min(bytes, length));
    },
    readHeads: async (wanted, bytes, visitor) => {
      for (const entry of wanted) visit(entry, bytes, visitor);
    },
    [Symbol.dispose]: () => undefined,
  };
}

/** Damage ends the list; earlier entries are kept. */
function listHeaders(source: ByteSource, limits: Limits): Listing {
  const listing: Listing = { headers: [], problems: [] };
  try {
    walk(source, limits, listing);
  } catch (error) {
    const isFatal = !(error instanceof FormatError) || error.code === 'tar.too-many-entries';
    if (isFatal || listing.headers.length === 0) throw error;
    listing.problems.push({ code: error.code, message: `The list of entries ends early: ${error.message}` });
  }
  return listing;
}

function walk(source: ByteSource, limits: Limits, { headers, problems }: Listing): void {
  let said: Said = {};
  let extensions = 0;
  let at = 0;
  while (at < source.size) {
    const block = source.look(at, BLOCK);
    if (block.length < BLOCK) throw truncated(at);
    if (isZero(block)) return;
    const header = readHeader(block, at);
    const offset = at + BLOCK;
    if (EXTENSIONS.includes(header.type)) {
      extensions += 1;
      if (extensions > MAX_EXTENSIONS) throw badHeader('too many headers say something of one entry', at);
      said = { ...said, ...readExtension(source, header, at) };
    } else if (!PASSED_OVER.includes(header.type)) {
      const listed = applySaid(header, said, offset);
      headers.push(listed);
      if (headers.length > limits.entryCount) throw tooMany(limits, at);
      at = roundToBlock(offset, hasData(listed) ? listed.size : 0);
      said = {};
      extensions = 0;
      continue;
    }
    at = roundToBlock(offset, header.size);
  }
  problems.push({ code: 'tar.no-end', message: 'The archive has no mark of its end: entries may be missing' });
}

/** The next block after the data. */
function roundToBlock(offset: number, size: number): number {
  return offset + Math.ceil(size / BLOCK) * BLOCK;
}

/** A link or directory may state a size, but has no data. */
function hasData({ type }: TarHeader): boolean {
  return !LINKS.includes(type) && type !== DIRECTORY;
}

function readExtension(source: ByteSource, { type, size }: TarHeader, at: number): Said {
  if (size > MAX_EXTENSION_BYTES) throw badHeader(`it has ${size} bytes of names`, at);
  const bytes = source.readUpTo(at + BLOCK, size);
  if (bytes.length < size) throw truncated(at);
  if (type === 'x') return { pax: readPax(bytes, at) };
  const end = bytes.indexOf(0);
  return type === 'L' ? { longName: end === -1 ? bytes : bytes.subarray(0, end) } : {};
}

function applySaid(header: TarHeader, { longName, pax }: Said, offset: number): Listed {
  return {
    type: header.type,
    rawName: longName ?? header.rawName,
    size: pax?.size ?? header.size,
    paxName: pax?.path,
    isSparse: header.type === 'S' || (pax?.isSparse ?? false),
    offset,
  };
}

function locate({ type, size, isSparse, offset }: Listed, fileSize: number, limits: Limits): EntrySource {
  const refused = (code: FormatErrorCode): EntrySource => ({ kind: 'unreadable', code });
  if (LINKS.includes(type)) return refused('entry.link');
  if (isSparse || !(FILES + DIRECTORY).includes(type)) return refused('entry.unsupported');
  if (type === DIRECTORY) return { kind: 'stored', offset, length: 0, crc: null };
  if (offset + size > fileSize) return refused('entry.truncated');
  const tooLarge = refuseSize(size, null, limits);
  return tooLarge === null ? { kind: 'stored', offset, length: size, crc: null } : refused(tooLarge);
}

type Stored = Extract<EntrySource, { readonly kind: 'stored' }>;

/** Codes of unreadable entries by their stored text. */
const REFUSALS: ReadonlyMap<string, FormatErrorCode> = new Map(
  (['entry.link', 'entry.truncated', 'entry.too-large'] as const).map((code) => [code, code]),
);

function readable({ name, source }: ContainerEntry): Stored {
  if (source.kind === 'stored') return source;
  const code = (source.kind === 'unreadable' ? REFUSALS.get(source.code) : undefined) ?? 'entry.unsupported';
  throw new FormatError(code, `Cannot read entry "${name}": ${code}`);
}

function headOrProblem(source: ByteSource, entry: ContainerEntry, bytes: number): Buffer | FormatProblem {
  try {
    const { offset, length } = readable(entry);
    return lookAt(source, offset, Math.min(bytes, length));
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    return { code: error.code, message: error.message };
  }
}

function truncated(offset: number): FormatError {
  return new FormatError('tar.truncated', 'The archive is cut off in a header', { offset });
}

function tooMany({ entryCount }: Limits, offset: number): FormatError {
  return new FormatError('tar.too-many-entries', `The archive has more than ${entryCount} entries`, { offset });
}
