import { FormatError } from '../format-error.ts';
import { type Cursor } from './cursor.ts';

/** Size and CRC-32 of an entry with bytes. */
export interface Stream {
  readonly folder: number;
  /** Start in the folder's output. */
  readonly from: number;
  readonly length: number;
  readonly crc: number | null;
}

/** Header of one entry. */
export interface SevenZipFile {
  readonly name: string;
  readonly isDirectory: boolean;
  readonly isLink: boolean;
  /** Undefined for an entry without bytes. */
  readonly stream: Stream | undefined;
}

const END = 0x00;
const EMPTY_STREAM = 0x0e;
const EMPTY_FILE = 0x0f;
const NAMES = 0x11;
const ATTRIBUTES = 0x15;

interface FileParts {
  names: readonly string[];
  empty: readonly boolean[];
  emptyFiles: readonly boolean[];
  attributes: readonly (number | null)[];
}

/**
 * Reads the list of entries.
 * @throws {FormatError} `sevenzip.bad-header`, `sevenzip.unsupported`, `sevenzip.too-many-entries`
 */
export function readFiles(cursor: Cursor, streams: readonly Stream[], entryCount: number): readonly SevenZipFile[] {
  const count = cursor.count(entryCount, 'entries');
  const parts: FileParts = { names: [], empty: [], emptyFiles: [], attributes: [] };
  for (let type = cursor.byte(); type !== END; type = cursor.byte()) {
    const size = cursor.number();
    const from = cursor.at;
    readFilePart(cursor, { type, size, count }, parts);
    const read = cursor.at - from;
    if (read > size) throw cursor.fail('a part is longer than it says');
    cursor.take(size - read);
  }
  if (parts.names.length !== count) throw cursor.fail('names are missing');
  let [stream, empty] = [0, 0];
  const files = parts.names.map((name, at): SevenZipFile => {
    const isEmpty = parts.empty[at] ?? false;
    const attributes = parts.attributes[at] ?? 0;
    const isEmptyFile = isEmpty && (parts.emptyFiles[empty++] ?? false);
    return {
      name,
      isDirectory: isEmpty ? !isEmptyFile : (attributes & DIRECTORY) !== 0,
      isLink: isLink(attributes),
      stream: isEmpty ? undefined : streams[stream++],
    };
  });
  if (stream > streams.length) throw cursor.fail('it lists more entries than it has');
  return files;
}

/** Windows attributes; on Unix the file mode is in the high 16 bits. */
const DIRECTORY = 0x10;
const REPARSE_POINT = 0x400;
const UNIX = 0x8000;

function isLink(attributes: number): boolean {
  if ((attributes & UNIX) !== 0) return ((attributes >>> 16) & 0xf000) === 0xa000;
  return (attributes & REPARSE_POINT) !== 0;
}

function readFilePart(
  cursor: Cursor,
  { type, size, count }: { readonly type: number; readonly size: number; readonly count: number },
  parts: FileParts,
): void {
  switch (type) {
    case EMPTY_STREAM:
      parts.empty = cursor.bits(count);
      break;
    case EMPTY_FILE:
      parts.emptyFiles = cursor.bits(parts.empty.filter(Boolean).length);
      break;
    case NAMES:
      if (cursor.byte() !== 0) throw new FormatError('sevenzip.unsupported', 'The archive keeps its names elsewhere');
      parts.names = readNames(cursor, cursor.take(Math.max(0, size - 1)));
      break;
    case ATTRIBUTES: {
      const isSet = cursor.optionalBits(count);
      if (cursor.byte() !== 0) throw new FormatError('sevenzip.unsupported', 'The archive keeps attributes elsewhere');
      parts.attributes = isSet.map((one) => (one ? cursor.u32() : null));
      break;
    }
    default:
    // Times and padding.
  }
}

/** UTF-16 names, each terminated by zero. */
function readNames(cursor: Cursor, bytes: Buffer): readonly string[] {
  if (bytes.length % 2 !== 0) throw cursor.fail('its names are cut off');
  const names = bytes.toString('utf16le').split('\0');
  if (names.pop() !== '') throw cursor.fail('its names are cut off');
  return names;
}
