import { type Measured } from './measure.ts';

/** A box of the ISO base media file format: `start` of its content, `end` exclusive. */
interface Box {
  readonly type: string;
  readonly start: number;
  readonly end: number;
}

const AVIF_BRANDS = ['avif', 'avis'];
const HEIC_BRANDS = ['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'hevm', 'hevs'];
/** Limit of boxes on one level. */
const MAX_BOXES = 4096;

/** Media type by the brands of the first box; undefined when it is no picture. */
export function heifMediaType(head: Buffer): string | undefined {
  if (head.length < 16 || head.toString('latin1', 4, 8) !== 'ftyp') return undefined;
  const end = Math.min(head.length, head.readUInt32BE(0), 4096);
  // 8 major brand, 12 u32 minor version, 16 … compatible brands
  const brands = [head.toString('latin1', 8, 12)];
  for (let at = 16; at + 4 <= end; at += 4) brands.push(head.toString('latin1', at, at + 4));
  const [major = ''] = brands;
  const known = [...AVIF_BRANDS, ...HEIC_BRANDS];
  const telling = known.includes(major) ? major : brands.find((brand) => known.includes(brand));
  if (telling === undefined) return brands.includes('mif1') || brands.includes('msf1') ? 'image/heif' : undefined;
  return AVIF_BRANDS.includes(telling) ? 'image/avif' : 'image/heic';
}

/**
 * Reads the size of the primary item, with its crop and turn applied.
 * @see ISO/IEC 23008-12 sections 6.5.3 (ispe), 6.5.9 (clap) and 6.5.10 (irot)
 */
export function measureHeif(head: Buffer): Measured {
  const found = findTopLevel(head, 'meta');
  if (found === undefined || 'more' in found) return found;
  // u8 version and u24 flags precede the inner boxes
  const inside = readBoxes(head, found.start + 4, found.end);
  const properties = inside.find((box) => box.type === 'iprp');
  if (properties === undefined) return undefined;
  const parts = readBoxes(head, properties.start, properties.end);
  const list = parts.find((box) => box.type === 'ipco');
  if (list === undefined) return undefined;
  const all = readBoxes(head, list.start, list.end);
  const primary = readPrimaryItem(
    head,
    inside.find((box) => box.type === 'pitm'),
  );
  const own = parts
    .filter((box) => box.type === 'ipma')
    .flatMap((box) => readAssociations(head, box, primary))
    .map((index) => all[index - 1])
    .filter((box) => box !== undefined);
  return measureProperties(head, own.some((box) => box.type === 'ispe') ? own : all);
}

function measureProperties(head: Buffer, properties: readonly Box[]): Measured {
  const size = properties.find((box) => box.type === 'ispe' && box.start + 12 <= box.end);
  if (size === undefined) return undefined;
  // 0 version and flags, 4 u32 width, 8 u32 height
  const full = { width: head.readUInt32BE(size.start + 4), height: head.readUInt32BE(size.start + 8) };
  const crop = properties.find((box) => box.type === 'clap' && box.start + 16 <= box.end);
  const { width, height } = crop === undefined ? full : readCrop(head, crop, full);
  const turn = properties.find((box) => box.type === 'irot' && box.start < box.end);
  // 0 u8: the low two bits count quarter turns
  const quarters = turn === undefined ? 0 : (head[turn.start] ?? 0) & 3;
  return quarters % 2 === 1 ? { width: height, height: width } : { width, height };
}

interface Size {
  readonly width: number;
  readonly height: number;
}

/** Odd sizes are coded as even ones with a clean aperture. */
function readCrop(head: Buffer, box: Box, full: Size): Size {
  // 0 u32 width as a fraction: numerator, denominator; 8 u32 height likewise
  const width = Math.round(head.readUInt32BE(box.start) / head.readUInt32BE(box.start + 4));
  const height = Math.round(head.readUInt32BE(box.start + 8) / head.readUInt32BE(box.start + 12));
  const sane = width > 0 && width <= full.width && height > 0 && height <= full.height;
  return sane ? { width, height } : full;
}

function readPrimaryItem(head: Buffer, box: Box | undefined): number | undefined {
  if (box === undefined || box.start + 6 > box.end) return undefined;
  // 0 u8 version, 4 u16 or, from version 1, u32 item id
  if (head[box.start] === 0) return head.readUInt16BE(box.start + 4);
  return box.start + 8 > box.end ? undefined : head.readUInt32BE(box.start + 4);
}

/** Property numbers of an item, from 1. */
function readAssociations(head: Buffer, box: Box, item: number | undefined): readonly number[] {
  const bytes = head.subarray(box.start, box.end);
  if (bytes.length < 8) return [];
  const idWidth = bytes[0] === 0 ? 2 : 4; // 0 u8 version: ids are u32 from 1
  const indexWidth = ((bytes[3] ?? 0) & 1) === 1 ? 2 : 1; // 1 u24 flags: bit 0 makes indexes u16
  let at = 8;
  for (let left = bytes.readUInt32BE(4); left > 0 && at + idWidth < bytes.length; left--) {
    const id = bytes.readUIntBE(at, idWidth);
    const first = at + idWidth + 1; // behind the id: u8 properties
    at = first + (bytes[first - 1] ?? 0) * indexWidth;
    if (id === item) return readIndexes(bytes.subarray(first, at), indexWidth);
  }
  return [];
}

/** The highest bit of each index marks an essential property. */
function readIndexes(bytes: Buffer, width: 1 | 2): readonly number[] {
  const indexes: number[] = [];
  for (let at = 0; at + width <= bytes.length; at += width) {
    indexes.push(bytes.readUIntBE(at, width) & (width === 2 ? 0x7fff : 0x7f));
  }
  return indexes;
}

function findTopLevel(head: Buffer, type: string): Box | { readonly more: number } | undefined {
  let at = 0;
  for (let seen = 0; seen < MAX_BOXES; seen++) {
    if (at + 16 > head.length) return { more: at + 4096 };
    const box = readBox(head, at);
    if (box === undefined) return undefined;
    if (box.type === type) return box.end <= head.length ? box : { more: box.end };
    at = box.end;
  }
  return undefined;
}

function readBoxes(head: Buffer, start: number, end: number): readonly Box[] {
  const boxes: Box[] = [];
  let at = start;
  while (at + 8 <= end && boxes.length < MAX_BOXES) {
    const box = readBox(head, at);
    if (box === undefined || box.end > end) break;
    boxes.push(box);
    at = box.end;
  }
  return boxes;
}

function readBox(head: Buffer, at: number): Box | undefined {
  const size = head.readUInt32BE(at); // 0 u32 bytes of the box; 1: a u64 follows the type
  const type = head.toString('latin1', at + 4, at + 8); // 4 box type
  if (size === 1 && at + 16 > head.length) return undefined;
  const length = size === 1 ? Number(head.readBigUInt64BE(at + 8)) : size;
  const headerLength = size === 1 ? 16 : 8;
  if (length < headerLength || !Number.isSafeInteger(length)) return undefined;
  return { type, start: at + headerLength, end: at + length };
}
