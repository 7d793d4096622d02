import { type ByteSource } from '../source.ts';
import { type CrossReferences, readCrossReferences } from './cross-references.ts';
import { inflate } from './inflate.ts';
import {
  asDictionary,
  asItems,
  isName,
  ObjectParser,
  type PdfDictionary,
  type PdfValue,
  SyntaxEnd,
} from './object-syntax.ts';

/** An object; `stream` is set for a stream. */
export interface LoadedObject {
  readonly value: PdfValue;
  /** Stored bytes in the file. */
  readonly stream: { readonly offset: number; readonly length: number } | undefined;
}

/**
 * Looks up objects that PDFium's API does not offer: the XMP stream, and place and dictionary of a picture (decision
 * 16). It reads undamaged, unencrypted files; for others it returns undefined, and the caller does without.
 */
export interface PdfObjects {
  readonly catalog: PdfDictionary | undefined;
  readonly load: (number: number) => LoadedObject | undefined;
  readonly resolve: (value: PdfValue | undefined) => PdfValue | undefined;
  /** Bytes of a stream without filter or with FlateDecode, up to `limit`. */
  readonly expand: (object: LoadedObject, limit: number) => Buffer | undefined;
}

/** Bytes read of an object: a longer dictionary is not needed. */
const WINDOWS = [4 * 1024, 256 * 1024];
const OBJECT_STREAM_BYTES = 8 * 1024 * 1024;

/** Opens the lookup; undefined for an encrypted file, or one without readable cross-reference. */
export function openObjects(source: ByteSource): PdfObjects | undefined {
  try {
    const table = readCrossReferences(source);
    if (table === undefined || table.trailer.entries.has('Encrypt')) return undefined;
    return createLookup(source, table);
  } catch (error) {
    if (error instanceof SyntaxEnd || error instanceof RangeError) return undefined;
    throw error;
  }
}

function createLookup(source: ByteSource, table: CrossReferences): PdfObjects {
  const packed = new Map<number, ReadonlyMap<number, PdfValue>>();

  const load = (number: number): LoadedObject | undefined => {
    const place = table.find(number);
    if (place === undefined) return undefined;
    if (place.kind === 'packed') {
      const value = openPacked(place.stream)?.get(number);
      return value === undefined ? undefined : { value, stream: undefined };
    }
    return parseAt(source, place.offset, number, findLength);
  };

  // A stream's length may be a separate object, which is a number.
  const findLength = (value: PdfValue | undefined): number | undefined => {
    if (typeof value === 'number') return value;
    if (typeof value !== 'object' || value?.kind !== 'reference') return undefined;
    const place = table.find(value.number);
    const found =
      place?.kind === 'plain' ? parseAt(source, place.offset, value.number, () => undefined)?.value : undefined;
    return typeof found === 'number' ? found : undefined;
  };

  const openPacked = (stream: number): ReadonlyMap<number, PdfValue> | undefined => {
    const known = packed.get(stream);
    if (known !== undefined) return known;
    const place = table.find(stream);
    const object = place?.kind === 'plain' ? parseAt(source, place.offset, stream, findLength) : undefined;
    const bytes = object === undefined ? undefined : expandStream(source, object, OBJECT_STREAM_BYTES);
    const values = object === undefined || bytes === undefined ? undefined : unpack(object, bytes);
    if (values !== undefined) packed.set(stream, values);
    return values;
  };

  const guarded = <T>(work: () => T | undefined): T | undefined => {
    try {
      return work();
    } catch (error) {
      if (error instanceof SyntaxEnd) return undefined;
      throw error;
    }
  };
  const resolve = (value: PdfValue | undefined): PdfValue | undefined =>
    typeof value === 'object' && value?.kind === 'reference' ? guarded(() => load(value.number))?.value : value;
  return {
    load: (number) => guarded(() => load(number)),
    resolve,
    catalog: asDictionary(resolve(table.trailer.entries.get('Root'))),
    expand: (object, limit) => expandStream(source, object, limit),
  };
}

function parseAt(
  source: ByteSource,
  offset: number,
  number: number,
  findLength: (value: PdfValue | undefined) => number | undefined,
): LoadedObject | undefined {
  for (const size of WINDOWS) {
    try {
      const object = new ObjectParser(source.readUpTo(offset, size)).readObject();
      if (object.number !== number) return undefined;
      if (object.streamAt === undefined) return { value: object.value, stream: undefined };
      const length = findLength(asDictionary(object.value)?.entries.get('Length'));
      const start = offset + object.streamAt;
      if (length === undefined || length < 0 || start + length > source.size) return undefined;
      return { value: object.value, stream: { offset: start, length } };
    } catch (error) {
      if (!(error instanceof SyntaxEnd)) throw error;
    }
  }
  return undefined;
}

function unpack(object: LoadedObject, bytes: Buffer): ReadonlyMap<number, PdfValue> | undefined {
  const entries = asDictionary(object.value)?.entries;
  const count = entries?.get('N');
  const first = entries?.get('First');
  if (typeof count !== 'number' || typeof first !== 'number' || count > 100_000) return undefined;
  const values = new Map<number, PdfValue>();
  const header = new ObjectParser(bytes);
  for (let index = 0; index < count; index += 1) {
    const number = header.readValue();
    const offset = header.readValue();
    if (typeof number !== 'number' || typeof offset !== 'number') return undefined;
    values.set(number, new ObjectParser(bytes, first + offset).readValue());
  }
  return values;
}

function expandStream(source: ByteSource, object: LoadedObject, limit: number): Buffer | undefined {
  const entries = asDictionary(object.value)?.entries;
  if (object.stream === undefined || entries === undefined || object.stream.length > limit) return undefined;
  const bytes = source.readUpTo(object.stream.offset, object.stream.length);
  const filter = entries.get('Filter') ?? null;
  const names = asItems(filter) ?? (filter === null ? [] : [filter]);
  if (names.length === 0) return bytes;
  if (names.length > 1 || !isName(names[0], 'FlateDecode') || entries.has('DecodeParms')) return undefined;
  return inflate(bytes, limit);
}
