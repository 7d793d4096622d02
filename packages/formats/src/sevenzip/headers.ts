import { FormatError } from '../format-error.ts';
import { Cursor } from './cursor.ts';
import { readFiles, type SevenZipFile, type Stream } from './files.ts';

/** A step of unpacking: method and properties. */
export interface Coder {
  /** Hexadecimal, as in the format's list of methods. */
  readonly method: string;
  readonly properties: Buffer;
  /** Bytes of output. */
  readonly length: number;
}

/** Entries packed together. */
export interface Folder {
  /** In processing order; undefined when they form no plain chain. */
  readonly coders: readonly Coder[] | undefined;
  /** Place of the packed bytes in the file; the first of several streams. */
  readonly offset: number;
  readonly packedLength: number;
  /** Unpacked bytes of all entries. */
  readonly length: number;
  readonly crc: number | null;
  readonly isEncrypted: boolean;
}

interface Streams {
  readonly folders: readonly Folder[];
  readonly streams: readonly Stream[];
}

/** Limits of counts, so that a number in the file reserves no memory. */
export interface HeaderBounds {
  readonly entryCount: number;
  readonly fileSize: number;
}

const AES = '06f10701';

const END = 0x00;
const HEADER = 0x01;
const ARCHIVE_PROPERTIES = 0x02;
const ADDITIONAL_STREAMS = 0x03;
const MAIN_STREAMS = 0x04;
const FILES = 0x05;
const PACK_INFO = 0x06;
const UNPACK_INFO = 0x07;
const SUBSTREAMS = 0x08;
const SIZE = 0x09;
const CRC = 0x0a;
const FOLDER = 0x0b;
const UNPACK_SIZE = 0x0c;
const STREAM_COUNT = 0x0d;
const ENCODED_HEADER = 0x17;

/** Packed data starts after the 32-byte start header. */
export const DATA_START = 32;
const MAX_CODERS = 4;
const MAX_STREAMS = 8;

/** A header, or the streams of a packed header. */
export type HeaderReading =
  | { readonly kind: 'files'; readonly folders: readonly Folder[]; readonly files: readonly SevenZipFile[] }
  | { readonly kind: 'packed'; readonly folder: Folder };

/**
 * Reads the header at the end of an archive.
 * @param base its offset in the file, for the error
 * @throws {FormatError} `sevenzip.bad-header`, `sevenzip.too-many-entries`
 */
export function readHeader(bytes: Buffer, base: number, bounds: HeaderBounds): HeaderReading {
  const cursor = new Cursor(bytes, base);
  const id = cursor.byte();
  if (id === ENCODED_HEADER) {
    const [folder] = readStreams(cursor, bounds).folders;
    if (folder === undefined) throw cursor.fail('the packed header is missing');
    return { kind: 'packed', folder };
  }
  if (id !== HEADER) throw cursor.fail(`it begins with ${id}`);
  let part = cursor.byte();
  if (part === ARCHIVE_PROPERTIES) {
    for (let type = cursor.byte(); type !== END; type = cursor.byte()) cursor.take(cursor.number());
    part = cursor.byte();
  }
  if (part === ADDITIONAL_STREAMS) throw new FormatError('sevenzip.unsupported', 'The archive has additional streams');
  let streams: Streams = { folders: [], streams: [] };
  if (part === MAIN_STREAMS) {
    streams = readStreams(cursor, bounds);
    part = cursor.byte();
  }
  if (part === END) return { kind: 'files', folders: streams.folders, files: [] };
  if (part !== FILES) throw cursor.fail(`part ${part} where the list of files belongs`);
  return { kind: 'files', folders: streams.folders, files: readFiles(cursor, streams.streams, bounds.entryCount) };
}

function readStreams(cursor: Cursor, bounds: HeaderBounds): Streams {
  let packs: readonly Pack[] = [];
  let folders: readonly Folder[] = [];
  let streams: readonly Stream[] | undefined;
  for (let part = cursor.byte(); part !== END; part = cursor.byte()) {
    if (part === PACK_INFO) packs = readPacks(cursor, bounds);
    else if (part === UNPACK_INFO) folders = readFolders(cursor, packs, bounds);
    else if (part === SUBSTREAMS) streams = readSubstreams(cursor, folders, bounds);
    else throw cursor.fail(`part ${part} among the streams`);
  }
  const whole = folders.map(({ length, crc }, folder) => ({ folder, from: 0, length, crc }));
  return { folders, streams: streams ?? whole };
}

interface Pack {
  readonly offset: number;
  readonly length: number;
}

function readPacks(cursor: Cursor, { entryCount, fileSize }: HeaderBounds): readonly Pack[] {
  let offset = DATA_START + cursor.number();
  const count = cursor.count(entryCount * MAX_STREAMS, 'packed streams');
  const packs: Pack[] = [];
  for (let part = cursor.byte(); part !== END; part = cursor.byte()) {
    if (part === SIZE) {
      for (let at = 0; at < count; at += 1) {
        const length = cursor.number();
        packs.push({ offset, length });
        offset += length;
      }
    } else if (part === CRC) cursor.digests(count);
    else throw cursor.fail(`part ${part} among the packed streams`);
  }
  if (packs.length !== count || offset > fileSize) throw cursor.fail('packed data lies outside the file');
  return packs;
}

/** A folder before its sizes are read. */
interface FolderShape {
  readonly coders: readonly Omit<Coder, 'length'>[];
  /** Sizes of outputs; a coder has one. */
  readonly outputs: number;
  readonly binds: readonly { readonly input: number; readonly output: number }[];
  readonly packCount: number;
  /** Each coder has one input and one output. */
  readonly isPlain: boolean;
}

function readFolders(cursor: Cursor, packs: readonly Pack[], { entryCount }: HeaderBounds): readonly Folder[] {
  cursor.expect(FOLDER);
  const count = cursor.count(entryCount, 'entries');
  if (cursor.byte() !== 0) throw new FormatError('sevenzip.unsupported', 'The archive keeps its folders elsewhere');
  const shapes = Array.from({ length: count }, () => readShape(cursor));
  cursor.expect(UNPACK_SIZE);
  const sizes = shapes.map(({ outputs }) => Array.from({ length: outputs }, () => cursor.number()));
  let digests: readonly (number | null)[] = [];
  let part = cursor.byte();
  if (part === CRC) {
    digests = cursor.digests(count);
    part = cursor.byte();
  }
  if (part !== END) throw cursor.fail(`part ${part} among the folders`);
  let pack = 0;
  return shapes.map((shape, at) => {
    const first = packs[pack];
    pack += shape.packCount;
    if (first === undefined || pack > packs.length) throw cursor.fail('a folder has no packed data');
    return toFolder(cursor, shape, { sizes: sizes[at] ?? [], pack: first, crc: digests[at] ?? null });
  });
}

function readShape(cursor: Cursor): FolderShape {
  const coders: Omit<Coder, 'length'>[] = [];
  const coderCount = cursor.count(MAX_CODERS, 'coders');
  let [inputs, outputs] = [0, 0];
  for (let at = 0; at < coderCount; at += 1) {
    const flags = cursor.byte();
    const method = cursor.take(flags & 0xf).toString('hex');
    const isComplex = (flags & 0x10) !== 0;
    inputs += isComplex ? cursor.count(MAX_STREAMS, 'inputs') : 1;
    outputs += isComplex ? cursor.count(MAX_STREAMS, 'outputs') : 1;
    const properties = (flags & 0x20) === 0 ? Buffer.alloc(0) : cursor.take(cursor.number());
    if ((flags & 0x80) !== 0) throw cursor.fail('a coder of an unknown kind');
    coders.push({ method, properties });
  }
  if (outputs === 0 || inputs < outputs - 1) throw cursor.fail('a folder without coders');
  const binds = Array.from({ length: outputs - 1 }, () => ({ input: cursor.number(), output: cursor.number() }));
  const packCount = inputs - binds.length;
  if (packCount > 1) for (let at = 0; at < packCount; at += 1) cursor.number();
  const isPlain = inputs === coderCount && outputs === coderCount && packCount === 1;
  return { coders, outputs, binds, packCount, isPlain };
}

interface FolderPlace {
  readonly sizes: readonly number[];
  readonly pack: Pack;
  readonly crc: number | null;
}

function toFolder(cursor: Cursor, shape: FolderShape, { sizes, pack, crc }: FolderPlace): Folder {
  const bound = new Set(shape.binds.map(({ output }) => output));
  const last = sizes.findIndex((_, output) => !bound.has(output));
  if (last === -1) throw cursor.fail('a folder goes in a circle');
  return {
    coders: shape.isPlain ? findChain(cursor, shape, { sizes, last }) : undefined,
    offset: pack.offset,
    packedLength: pack.length,
    length: sizes[last] ?? 0,
    crc,
    isEncrypted: shape.coders.some(({ method }) => method === AES),
  };
}

/** From the last coder back to the one that reads the file. */
function findChain(
  cursor: Cursor,
  { coders, binds }: FolderShape,
  { sizes, last }: { readonly sizes: readonly number[]; readonly last: number },
): readonly Coder[] {
  const chain: Coder[] = [];
  let at: number | undefined = last;
  while (at !== undefined) {
    const coder: Omit<Coder, 'length'> | undefined = coders[at];
    if (coder === undefined || chain.length >= coders.length) throw cursor.fail('a folder goes in a circle');
    chain.unshift({ ...coder, length: sizes[at] ?? 0 });
    const input: number = at;
    at = binds.find((bind) => bind.input === input)?.output;
  }
  if (chain.length !== coders.length) throw cursor.fail('a coder leads nowhere');
  return chain;
}

function readSubstreams(cursor: Cursor, folders: readonly Folder[], { entryCount }: HeaderBounds): readonly Stream[] {
  let counts = folders.map(() => 1);
  let part = cursor.byte();
  if (part === STREAM_COUNT) {
    let left = entryCount;
    counts = folders.map(() => {
      const count = cursor.count(entryCount, 'entries');
      left -= count;
      if (left < 0) throw cursor.fail(`it has more than ${entryCount} streams`);
      return count;
    });
    part = cursor.byte();
  }
  const hasSizes = part === SIZE;
  const sized = folders.flatMap(({ length }, folder) => {
    const lengths = readLengths(cursor, { count: counts[folder] ?? 0, total: length, hasSizes });
    let from = 0;
    return lengths.map((own) => {
      from += own;
      return { folder, from: from - own, length: own };
    });
  });
  if (hasSizes) part = cursor.byte();
  const crcs = new Map<number, number | null>();
  while (part !== END) {
    // A stream alone in a folder with a checksum has none of its own.
    const own = [...sized.keys()].filter((at) => !isAlone(sized[at]?.folder ?? 0, counts, folders));
    if (part !== CRC) throw cursor.fail(`part ${part} among the entries`);
    const digests = cursor.digests(own.length);
    for (const [place, at] of own.entries()) crcs.set(at, digests[place] ?? null);
    part = cursor.byte();
  }
  return sized.map((stream, at) => {
    const isOnly = isAlone(stream.folder, counts, folders);
    return { ...stream, crc: (isOnly ? folders[stream.folder]?.crc : crcs.get(at)) ?? null };
  });
}

function isAlone(folder: number, counts: readonly number[], folders: readonly Folder[]): boolean {
  return counts[folder] === 1 && folders[folder]?.crc !== null;
}

function readLengths(
  cursor: Cursor,
  { count, total, hasSizes }: { readonly count: number; readonly total: number; readonly hasSizes: boolean },
): readonly number[] {
  if (count === 0) return [];
  const lengths = Array.from({ length: count - 1 }, () => (hasSizes ? cursor.number() : 0));
  const last = total - lengths.reduce((sum, length) => sum + length, 0);
  if (last < 0) throw cursor.fail('entries are larger than their folder');
  return [...lengths, last];
}
