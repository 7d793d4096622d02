import { type ContainerEntry } from '../container.ts';
import { FormatError, type FormatErrorCode } from '../format-error.ts';
import { type Limits } from '../limits.ts';
import { isEscapingName } from '../name-encoding.ts';
import { type DirectEntry, inflateHead, readEntry, refuseSize } from '../read-entry.ts';
import { type EntrySource, type FormatProblem } from '../reading.ts';
import { type ByteSource, lookAt } from '../source.ts';
import { type EntryHeader } from './central-header.ts';
import { LOCAL_FIXED, type LocalHeader, readLocalHeader } from './local-header.ts';

const STORED = 0;
const DEFLATE = 8;
const ZSTD = 93;
const ZSTD_OLD = 20;

const METHOD_NAMES: ReadonlyMap<number, string> = new Map([
  [1, 'shrink'],
  [6, 'implode'],
  [9, 'deflate64'],
  [12, 'bzip2'],
  [14, 'LZMA'],
  [94, 'MP3'],
  [95, 'xz'],
  [96, 'JPEG'],
  [97, 'WavPack'],
  [98, 'PPMd'],
  [99, 'AES'],
]);

/** Unix file mode: the type is in the high four bits. */
const MODE_TYPE = 0xf000;
const MODE_LINK = 0xa000;

/** Room for a local extra field when the head is read with the local header. */
const EXTRA_ROOM = 64;

/** Shared by the entries of an archive. */
export interface ZipArchive {
  readonly file: ByteSource;
  readonly limits: Limits;
  /** Added to every stated local offset. */
  readonly shift: number;
  /** Upper bound of entry data: the directory, or the end of a truncated file. */
  readonly dataEnd: number;
  readonly problems: FormatProblem[];
}

/** An entry's directory header and decoded name. */
export interface ZipEntryStart {
  readonly header: EntryHeader;
  readonly name: string;
  readonly isDirectory: boolean;
  readonly overlaps: boolean;
}

/** A ZIP entry. Its local header is read with the first access to `source`, or with the head of its data. */
export class ZipEntry implements ContainerEntry {
  readonly name: string;
  readonly length: number;
  readonly isDirectory: boolean;
  readonly encrypted: boolean;
  readonly crc: number;
  /** Offset of the local header by the directory. */
  readonly at: number;
  readonly #header: EntryHeader;
  readonly #archive: ZipArchive;
  readonly #overlaps: boolean;
  #source: EntrySource | undefined;
  #refusal: FormatErrorCode | undefined;

  constructor(archive: ZipArchive, { header, name, isDirectory, overlaps }: ZipEntryStart) {
    this.#archive = archive;
    this.#header = header;
    this.#overlaps = overlaps;
    this.name = name;
    this.isDirectory = isDirectory;
    this.length = header.length;
    this.crc = header.crc;
    this.encrypted = (header.flags & 1) === 1;
    this.at = header.localOffset + archive.shift;
    if (isEscapingName(name)) this.#report('zip.unsafe-name', 'points outside the archive; it is only a name here');
    if (header.damagedExtra) this.#report('zip.bad-extra', 'has a damaged extra field');
  }

  get source(): EntrySource {
    const known = this.#known();
    if (known !== undefined) return known;
    const { at } = this;
    return this.#locate(at, this.#archive.file.readUpTo(at, LOCAL_FIXED + this.#header.rawName.length));
  }

  /**
   * The first `bytes` bytes, with local header and data in one read.
   * @throws {FormatError} the code of an unreadable source, or `entry.corrupt`
   */
  readHead(bytes: number): Buffer {
    return Buffer.from(this.lookAtHead(bytes));
  }

  /** `readHead` into memory that the next look overwrites. */
  lookAtHead(bytes: number): Buffer {
    const { file, limits } = this.#archive;
    const asked = Math.min(bytes, this.length);
    let window: Buffer = Buffer.alloc(0);
    if (this.#known() === undefined) {
      const room = LOCAL_FIXED + this.#header.rawName.length + EXTRA_ROOM;
      window = file.look(this.at, room + Math.min(this.#header.packedLength, headRoom(asked)));
      this.#locate(this.at, window);
    }
    const source = this.direct();
    // Zstandard yields nothing before its first block, which is most of a page.
    if (source.kind === 'zstd') return readEntry(file, source, limits).subarray(0, asked);
    const length = source.kind === 'stored' ? asked : Math.min(source.packedLength, headRoom(asked));
    const from = source.offset - this.at;
    const inWindow = from >= 0 && from + length <= window.length;
    const packed = inWindow ? window.subarray(from, from + length) : lookAt(file, source.offset, length);
    return source.kind === 'stored' || asked === 0 ? packed.subarray(0, asked) : inflateHead(packed, asked);
  }

  /**
   * The source of a readable entry.
   * @throws {FormatError} the code of an unreadable source
   */
  direct(): DirectEntry {
    const { source } = this;
    if (source.kind === 'stored' || source.kind === 'deflate' || source.kind === 'zstd') return source;
    const code = this.#refusal ?? 'zip.bad-entry';
    const message = `Cannot read entry "${this.name}": it ${describe(code, this.#header)}`;
    throw new FormatError(code, message, { offset: this.at });
  }

  /** The source without reading the local header, if known. */
  #known(): EntrySource | undefined {
    if (this.#source !== undefined) return this.#source;
    const refusal = refuseByHeader(this.#header) ?? (this.#overlaps ? 'zip.overlap' : undefined);
    return refusal === undefined ? undefined : this.#refuse(refusal);
  }

  #locate(at: number, window: Buffer): EntrySource {
    const { file, shift } = this.#archive;
    const local = window.length < LOCAL_FIXED ? undefined : readLocalHeader(window, at);
    if (local !== undefined) {
      this.#compare(local, window.subarray(LOCAL_FIXED));
      return this.#resolve(at + LOCAL_FIXED + local.nameLength + local.extraLength);
    }
    // Some tools prepend bytes and correct only some offsets.
    const stated = this.#header.localOffset;
    if (shift === 0 || at === stated) return this.#refuse('zip.bad-entry');
    return this.#locate(stated, file.readUpTo(stated, LOCAL_FIXED + this.#header.rawName.length));
  }

  #resolve(offset: number): EntrySource {
    const { packedLength, length, crc, method } = this.#header;
    const kind = findKind(method);
    if (kind === undefined) return this.#refuse('entry.unsupported');
    if (offset + packedLength > this.#archive.dataEnd) return this.#refuse('entry.truncated');
    const source: DirectEntry =
      kind === 'stored' ? { kind, offset, length, crc } : { kind, offset, packedLength, length, crc };
    const tooLarge = refuseSize(length, kind === 'stored' ? null : packedLength, this.#archive.limits);
    if (tooLarge !== null) return this.#refuse(tooLarge);
    this.#source = source;
    return source;
  }

  /** The directory wins over a differing local header, which is a problem. */
  #compare(local: LocalHeader, after: Buffer): void {
    const { rawName, method, crc, flags } = this.#header;
    const differs: string[] = [];
    const sameName = local.nameLength === rawName.length && after.subarray(0, rawName.length).equals(rawName);
    if (!sameName) differs.push('name');
    if (local.method !== method) differs.push('method');
    if (((local.flags ^ flags) & 1) === 1) differs.push('encryption');
    // Bit 3: CRC and sizes are in a data descriptor instead.
    if ((local.flags & 8) === 0 && local.crc !== crc) differs.push('checksum');
    if (differs.length > 0) {
      this.#report('zip.mismatch', `has another ${differs.join(', ')} in its own header than in the directory`);
    }
  }

  #refuse(code: FormatErrorCode): EntrySource {
    this.#refusal = code;
    this.#source = { kind: 'unreadable', code };
    return this.#source;
  }

  #report(code: string, what: string): void {
    const { problems } = this.#archive;
    if (problems.length < MAX_PROBLEMS) problems.push({ code, message: `Entry "${this.name}" ${what}` });
  }
}

/** Reasons to refuse an entry by the directory alone. */
function refuseByHeader(header: EntryHeader): FormatErrorCode | undefined {
  if ((header.flags & 1) === 1) return 'entry.encrypted';
  if (header.broken) return 'zip.bad-entry';
  if ((header.mode & MODE_TYPE) === MODE_LINK) return 'entry.link';
  const kind = findKind(header.method);
  if (kind === undefined) return 'entry.unsupported';
  return kind === 'stored' && header.packedLength !== header.length ? 'entry.corrupt' : undefined;
}

/** Limit of repeated problems. */
const MAX_PROBLEMS = 100;

function findKind(method: number): DirectEntry['kind'] | undefined {
  if (method === STORED) return 'stored';
  if (method === DEFLATE) return 'deflate';
  return method === ZSTD || method === ZSTD_OLD ? 'zstd' : undefined;
}

/** Packed bytes that always contain `bytes` unpacked ones: deflate adds at most 5 bytes per 16 KB block. */
function headRoom(bytes: number): number {
  return bytes + (bytes >> 8) + 64;
}

function describe(code: FormatErrorCode, header: EntryHeader): string {
  switch (code) {
    case 'entry.encrypted':
      return 'is encrypted';
    case 'entry.unsupported':
      return `uses compression method ${METHOD_NAMES.get(header.method) ?? String(header.method)}, which is not supported`;
    case 'entry.link':
      return 'is a link, which is never followed';
    case 'entry.truncated':
      return 'is cut off';
    case 'entry.too-large':
      return `is too large: ${header.packedLength} bytes would become ${header.length}`;
    case 'entry.corrupt':
      return `is stored with ${header.packedLength} bytes but declares ${header.length}`;
    case 'zip.overlap':
      return 'shares its bytes with another entry';
    default:
      return 'has no readable header where the directory says';
  }
}
