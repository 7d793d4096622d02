import { type Container, type ContainerEntry, type HeadVisitor } from '../container.ts';
import { FormatError } from '../format-error.ts';
import { type Limits } from '../limits.ts';
import { chooseNameDecoder, cleanName, decodeUtf8, type NameDecoder } from '../name-encoding.ts';
import { checkEntry, readEntry } from '../read-entry.ts';
import { type FormatProblem } from '../reading.ts';
import { type ByteSource } from '../source.ts';
import { type EntryHeader, readCentralHeader } from './central-header.ts';
import { type Directory, findDirectory } from './end-record.ts';
import { type ZipArchive, ZipEntry } from './entry.ts';
import { LOCAL_FIXED } from './local-header.ts';
import { recoverHeaders } from './recover.ts';

/** Far above a directory with the most entries and long names. */
const MAX_DIRECTORY_BYTES = 64 * 1024 * 1024;
/** Flag bit 11: name and comment are UTF-8. */
const UTF8 = 0x800;
const SLASH = 0x2f;

/**
 * Opens a ZIP by its central directory; a truncated one by its local headers, with a problem.
 * @throws {FormatError} `zip.truncated` when neither exists, `zip.multi-disk`, `zip.encrypted` when every file is,
 *   `zip.too-many-entries`, `zip.overlap`
 */
export function openZip(source: ByteSource, limits: Limits): Container {
  const directory = findDirectory(source);
  const listing = listHeaders(source, directory, limits);
  if (listing.headers.length > limits.entryCount) throw tooMany(limits, directory?.start ?? 0);
  refuseEncrypted(listing.headers);
  const archive: ZipArchive = { file: source, limits, ...listing };
  return toContainer(archive, makeEntries(archive, listing.headers), directory?.comment ?? Buffer.alloc(0));
}

interface Listing {
  readonly headers: readonly EntryHeader[];
  readonly shift: number;
  readonly dataEnd: number;
  readonly problems: FormatProblem[];
}

/** Entries by the directory, or by their local headers when there are more. */
function listHeaders(source: ByteSource, directory: Directory | undefined, limits: Limits): Listing {
  const listed = directory === undefined ? [] : readDirectory(source, directory, limits);
  if (directory !== undefined && listed.length >= directory.count) {
    return {
      headers: listed,
      shift: directory.shift,
      dataEnd: directory.start,
      problems: countProblems(listed.length, directory),
    };
  }
  const recovered = recoverHeaders(source, limits.entryCount + 1);
  if (recovered.length > listed.length) {
    const message = `The central directory is missing or damaged; ${recovered.length} entries were found by their own headers`;
    return { headers: recovered, shift: 0, dataEnd: source.size, problems: [{ code: 'zip.truncated', message }] };
  }
  if (directory !== undefined && listed.length > 0) {
    return {
      headers: listed,
      shift: directory.shift,
      dataEnd: directory.start,
      problems: countProblems(listed.length, directory),
    };
  }
  throw new FormatError('zip.truncated', 'The archive has no central directory: it is cut off or damaged', {
    offset: source.size,
  });
}

function countProblems(found: number, { count }: Directory): FormatProblem[] {
  // The count wraps at 65,536 without ZIP64.
  if (found === count || found % 0x1_0000 === count) return [];
  return [{ code: 'zip.bad-directory', message: `The central directory declares ${count} entries and holds ${found}` }];
}

function toContainer(archive: ZipArchive, entries: readonly ZipEntry[], comment: Buffer): Container {
  const own = (entry: ContainerEntry): ZipEntry => {
    if (entry instanceof ZipEntry) return entry;
    throw new TypeError(`Entry "${entry.name}" belongs to another archive`);
  };
  return {
    kind: 'zip',
    entries,
    comment,
    problems: archive.problems,
    read: async (entry) => {
      const direct = own(entry).direct();
      const bytes = readEntry(archive.file, direct, archive.limits);
      checkEntry(bytes, direct);
      return bytes;
    },
    readHead: async (entry, bytes) => own(entry).readHead(bytes),
    readHeads: async (wanted, bytes, visit) => {
      // In file order, for sequential reads.
      const ordered = wanted.map(own).toSorted((a, b) => a.at - b.at);
      for (const entry of ordered) visitHead(entry, bytes, visit);
    },
    [Symbol.dispose]: () => undefined,
  };
}

function visitHead(entry: ZipEntry, bytes: number, visit: HeadVisitor): void {
  let head: Buffer | FormatProblem;
  try {
    head = entry.lookAtHead(bytes);
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    head = { code: error.code, message: error.message };
  }
  visit(entry, head);
}

function readDirectory(source: ByteSource, directory: Directory, limits: Limits): readonly EntryHeader[] {
  const length = directory.end - directory.start;
  if (length > MAX_DIRECTORY_BYTES) throw tooMany(limits, directory.start);
  const bytes = source.read(directory.start, length);
  const headers: EntryHeader[] = [];
  let at = 0;
  // Some tools write a wrong count.
  while (at + 4 <= bytes.length && headers.length <= limits.entryCount) {
    try {
      const { header, next } = readCentralHeader(bytes, at, directory.start);
      headers.push(header);
      at = next;
    } catch (error) {
      if (!(error instanceof FormatError)) throw error;
      break;
    }
  }
  return headers;
}

function tooMany(limits: Limits, offset: number): FormatError {
  return new FormatError('zip.too-many-entries', `The archive has more than ${limits.entryCount} entries`, { offset });
}

function refuseEncrypted(headers: readonly EntryHeader[]): void {
  const files = headers.filter((header) => header.rawName.at(-1) !== SLASH);
  if (files.length > 0 && files.every((header) => (header.flags & 1) === 1)) {
    throw new FormatError('zip.encrypted', 'Every file of the archive is encrypted', {
      offset: files[0]?.localOffset ?? 0,
    });
  }
}

function makeEntries(archive: ZipArchive, headers: readonly EntryHeader[]): readonly ZipEntry[] {
  const overlapping = findOverlaps(headers, archive);
  const unmarked = headers.filter(({ flags, unicodeName }) => (flags & UTF8) === 0 && unicodeName === undefined);
  const decode = chooseNameDecoder(unmarked.map((header) => header.rawName));
  return headers.map((header) => {
    const decoded = decodeName(header, decode);
    return new ZipEntry(archive, {
      header,
      name: cleanName(decoded),
      isDirectory: header.isFolder || decoded.endsWith('/') || decoded.endsWith('\\'),
      overlaps: overlapping.has(header),
    });
  });
}

function decodeName(header: EntryHeader, decode: NameDecoder): string {
  if (header.unicodeName !== undefined) return header.unicodeName;
  const marked = (header.flags & UTF8) !== 0 ? decodeUtf8(header.rawName) : undefined;
  return marked ?? decode(header.rawName);
}

/**
 * Entries that overlap the next. One may have a damaged length; several are a bomb whose entries share data.
 * @throws {FormatError} `zip.overlap` for more than one
 */
function findOverlaps(headers: readonly EntryHeader[], archive: ZipArchive): ReadonlySet<EntryHeader> {
  const ordered = headers.filter((header) => !header.broken).toSorted((a, b) => a.localOffset - b.localOffset);
  const overlapping = new Set<EntryHeader>();
  for (const [index, header] of ordered.entries()) {
    const next = ordered[index + 1];
    if (next === undefined) break;
    // A local header may be shorter than the directory's by its name, never by its fixed part.
    if (header.localOffset + LOCAL_FIXED + header.packedLength > next.localOffset) overlapping.add(header);
  }
  if (overlapping.size <= 1) return overlapping;
  throw new FormatError('zip.overlap', `${overlapping.size} entries share bytes with others: refused as a bomb`, {
    offset: (ordered[0]?.localOffset ?? 0) + archive.shift,
  });
}
