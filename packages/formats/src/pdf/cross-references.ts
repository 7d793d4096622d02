import { type ByteSource } from '../source.ts';
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

/** Place of an object: in the file, or inside an object stream. */
export type ObjectPlace =
  | { readonly kind: 'plain'; readonly offset: number }
  | { readonly kind: 'packed'; readonly stream: number };

/** The newest trailer and the places of objects. */
export interface CrossReferences {
  readonly trailer: PdfDictionary;
  readonly find: (number: number) => ObjectPlace | undefined;
}

/** The pointer to the last section is in the last bytes of the file. */
const TAIL_BYTES = 2_048;
/** `Prev` chains one section for every save of the file. */
const SECTION_LIMIT = 64;
const SECTION_BYTES = 16 * 1024 * 1024;
const LOOKS = [32 * 1024, 1024 * 1024, SECTION_BYTES];
const ENTRY_LIMIT = 1_000_000;

/**
 * Reads cross-reference tables and streams, newest first.
 * @returns undefined when they are damaged; PDFium may still read the file
 * @see PDF 32000-1:2008 section 7.5.4 to 7.5.8
 */
export function readCrossReferences(source: ByteSource): CrossReferences | undefined {
  const base = Math.max(0, source.readUpTo(0, 1_024).indexOf('%PDF-'));
  const places = new Map<number, ObjectPlace | null>();
  const seen = new Set<number>();
  let trailer: PdfDictionary | undefined;
  const waiting = [lastSection(source)];
  for (let next = waiting.shift(); next !== undefined && seen.size < SECTION_LIMIT; next = waiting.shift()) {
    if (seen.has(next)) continue;
    seen.add(next);
    const section = readSection(source, base, next, places);
    if (section === undefined) return undefined;
    trailer ??= section;
    for (const key of ['XRefStm', 'Prev']) {
      const offset = section.entries.get(key);
      if (typeof offset === 'number') waiting.push(offset);
    }
  }
  if (trailer === undefined) return undefined;
  return { trailer, find: (number) => places.get(number) ?? undefined };
}

function lastSection(source: ByteSource): number | undefined {
  const start = Math.max(0, source.size - TAIL_BYTES);
  const tail = source.readUpTo(start, TAIL_BYTES).toString('latin1');
  const found = [...tail.matchAll(/startxref\s+(\d+)/g)].at(-1)?.[1];
  return found === undefined ? undefined : Number(found);
}

type Places = Map<number, ObjectPlace | null>;

/** The length of a section is unknown: reads more until it parses. */
function readSection(source: ByteSource, base: number, offset: number, places: Places): PdfDictionary | undefined {
  const at = base + offset;
  for (const size of LOOKS) {
    const bytes = source.readUpTo(at, Math.min(size, Math.max(0, source.size - at)));
    const section = parseSection(bytes, base, places);
    if (section !== undefined || bytes.length < size) return section;
  }
  return undefined;
}

function parseSection(bytes: Buffer, base: number, places: Places): PdfDictionary | undefined {
  const parser = new ObjectParser(bytes);
  try {
    if (parser.readWord() === 'xref') return readTable(parser, base, places);
    parser.at = 0;
    return readStream(bytes, parser, { base, places });
  } catch (error) {
    if (error instanceof SyntaxEnd) return undefined;
    throw error;
  }
}

function readTable(parser: ObjectParser, base: number, places: Places): PdfDictionary | undefined {
  for (;;) {
    const word = parser.readWord();
    if (word === 'trailer') return asDictionary(parser.readValue());
    const counted = parser.readWord();
    // At a delimiter a word stays empty, so the loop would never end.
    if (word === '' || counted === '') return undefined;
    const [first, count] = [Number(word), Number(counted)];
    if (!Number.isInteger(first) || !Number.isInteger(count) || count > ENTRY_LIMIT) return undefined;
    for (let index = 0; index < count; index += 1) {
      const offset = Number(parser.readWord());
      parser.readWord();
      const kind = parser.readWord();
      if (kind !== 'n' && kind !== 'f') return undefined;
      keep(places, first + index, kind === 'n' ? { kind: 'plain', offset: base + offset } : null);
    }
  }
}

function readStream(
  bytes: Buffer,
  parser: ObjectParser,
  { base, places }: { readonly base: number; readonly places: Places },
): PdfDictionary | undefined {
  const object = parser.readObject();
  const dictionary = asDictionary(object.value);
  const stored = dictionary === undefined ? undefined : storedBytes(bytes, object.streamAt, dictionary);
  if (dictionary === undefined || stored === undefined) return undefined;
  const table = expandTable(stored, dictionary);
  const widths = asNumbers(dictionary.entries.get('W'));
  const size = dictionary.entries.get('Size');
  if (table === undefined || widths?.length !== 3 || typeof size !== 'number' || size > ENTRY_LIMIT) return undefined;
  const ranges = asNumbers(dictionary.entries.get('Index')) ?? [0, size];
  readRows(table, { widths, ranges, base, places });
  return dictionary;
}

/** Bytes of a stream that is complete in the buffer and states its length. */
function storedBytes(bytes: Buffer, start: number | undefined, { entries }: PdfDictionary): Buffer | undefined {
  const length = asNumber(entries.get('Length'));
  if (start === undefined || length === undefined || length < 0 || start + length > bytes.length) return undefined;
  return bytes.subarray(start, start + length);
}

interface RowLayout {
  readonly widths: readonly number[];
  readonly ranges: readonly number[];
  readonly base: number;
  readonly places: Places;
}

function readRows(table: Buffer, { widths, ranges, base, places }: RowLayout): void {
  const width = widths.reduce((sum, one) => sum + one, 0);
  const fits = widths.every((one) => one >= 0 && one <= 6) && width > 0;
  let at = 0;
  for (let range = 0; fits && range + 1 < ranges.length; range += 2) {
    const first = ranges[range] ?? 0;
    const end = first + (ranges[range + 1] ?? 0);
    for (let number = first; number < end && at + width <= table.length; number += 1, at += width) {
      keep(places, number, readRow(table, at, { widths, base }));
    }
  }
}

function readRow(table: Buffer, at: number, { widths, base }: Pick<RowLayout, 'widths' | 'base'>): ObjectPlace | null {
  const [typeWidth = 0, secondWidth = 0] = widths;
  // A type of width 0 means a plain object.
  const type = typeWidth === 0 ? 1 : table.readUIntBE(at, typeWidth);
  const second = secondWidth === 0 ? 0 : table.readUIntBE(at + typeWidth, secondWidth);
  if (type === 1) return { kind: 'plain', offset: base + second };
  return type === 2 ? { kind: 'packed', stream: second } : null;
}

/** The first section with an object is the newest. */
function keep(places: Places, number: number, place: ObjectPlace | null): void {
  if (places.size < ENTRY_LIMIT && !places.has(number)) places.set(number, place);
}

function asNumbers(value: PdfValue | undefined): readonly number[] | undefined {
  return asItems(value)?.filter((item) => typeof item === 'number');
}

function expandTable(stored: Buffer, { entries }: PdfDictionary): Buffer | undefined {
  const filter = entries.get('Filter');
  if (filter === undefined) return stored;
  if (!isName(pickFirst(filter), 'FlateDecode')) return undefined;
  const bytes = inflate(stored, SECTION_BYTES);
  const settings = asDictionary(pickFirst(entries.get('DecodeParms')))?.entries;
  const predictor = asNumber(settings?.get('Predictor')) ?? 1;
  if (predictor === 1 || bytes === undefined) return bytes;
  return predictor >= 10 ? undoPng(bytes, asNumber(settings?.get('Columns')) ?? 1) : undefined;
}

/** A filter and its parameters may be a list. */
function pickFirst(value: PdfValue | undefined): PdfValue | undefined {
  return asItems(value)?.[0] ?? value;
}

function asNumber(value: PdfValue | undefined): number | undefined {
  return typeof value === 'number' ? value : undefined;
}

/**
 * Undoes PNG prediction of bytes.
 * @see PNG (Third Edition) section 9.2
 */
function undoPng(bytes: Buffer, columns: number): Buffer | undefined {
  if (!Number.isInteger(columns) || columns < 1 || columns > 64) return undefined;
  const rows = Math.floor(bytes.length / (columns + 1));
  const out = Buffer.alloc(rows * columns);
  for (let row = 0; row < rows; row += 1) {
    const filter = bytes.readUInt8(row * (columns + 1));
    for (let column = 0; column < columns; column += 1) {
      const raw = bytes.readUInt8(row * (columns + 1) + 1 + column);
      const left = column === 0 ? 0 : out.readUInt8(row * columns + column - 1);
      const above = row === 0 ? 0 : out.readUInt8((row - 1) * columns + column);
      const corner = row === 0 || column === 0 ? 0 : out.readUInt8((row - 1) * columns + column - 1);
      const predicted = predict(filter, { left, above, corner });
      if (predicted === undefined) return undefined;
      out.writeUInt8((raw + predicted) & 0xff, row * columns + column);
    }
  }
  return out;
}

function predict(
  filter: number,
  { left, above, corner }: { readonly left: number; readonly above: number; readonly corner: number },
): number | undefined {
  switch (filter) {
    case 0:
      return 0;
    case 1:
      return left;
    case 2:
      return above;
    case 3:
      return (left + above) >> 1;
    case 4: {
      const estimate = left + above - corner;
      const [dLeft, dAbove, dCorner] = [left, above, corner].map((value) => Math.abs(estimate - value));
      if (dLeft === undefined || dAbove === undefined || dCorner === undefined) return undefined;
      if (dLeft <= dAbove && dLeft <= dCorner) return left;
      return dAbove <= dCorner ? above : corner;
    }
    default:
      return undefined;
  }
}
