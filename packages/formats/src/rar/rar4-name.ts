import { decodeUtf8 } from '../name-encoding.ts';

/**
 * Decodes a Unicode name: plain UTF-8, or a local name, a zero byte, and packed UTF-16 that refers to the local name.
 * @returns `plain`, the local name, and `decoded`, undefined when invalid
 * @see unrar's notes on the RAR 3 file header, "file name encoding"
 */
export function decodeRar4Name(raw: Buffer): { readonly plain: Buffer; readonly decoded: string | undefined } {
  const zero = raw.indexOf(0);
  if (zero < 0) return { plain: raw, decoded: decodeUtf8(raw) };
  const plain = raw.subarray(0, zero);
  return { plain, decoded: unpackUtf16(plain, raw.subarray(zero + 1)) };
}

/** Longer than any file system allows: the packed form expands two bytes to 129 characters. */
const MAX_UNITS = 4096;

interface PackedName {
  readonly plain: Buffer;
  readonly packed: Buffer;
  /** High byte that most characters share, in place. */
  readonly high: number;
  readonly units: number[];
  at: number;
}

function unpackUtf16(plain: Buffer, packed: Buffer): string | undefined {
  const name: PackedName = { plain, packed, high: (packed[0] ?? 0) << 8, units: [], at: 1 };
  let flags = 0;
  let flagBits = 0;
  while (name.at < packed.length && name.units.length < MAX_UNITS) {
    if (flagBits === 0) {
      flags = nextByte(name); // u8 with the kinds of the next four items, highest bits first
      flagBits = 8;
      if (name.at >= packed.length) break;
    }
    flagBits -= 2;
    readItem(name, (flags >> flagBits) & 3);
  }
  return name.units.length === 0 ? undefined : String.fromCharCode(...name.units);
}

function readItem(name: PackedName, kind: number): void {
  const first = nextByte(name);
  if (kind === 0) name.units.push(first);
  else if (kind === 1) name.units.push(name.high | first);
  else if (kind === 2) name.units.push(first | (nextByte(name) << 8));
  else readRun(name, first);
}

/** A run from the local name; with bit 7, each byte is shifted and gets the shared high byte. */
function readRun(name: PackedName, first: number): void {
  const moved = (first & 0x80) !== 0;
  const shift = moved ? nextByte(name) : 0;
  for (let left = (first & 0x7f) + 2; left > 0; left--) {
    const byte = name.plain[name.units.length];
    if (byte === undefined) break;
    name.units.push(moved ? name.high | ((byte + shift) & 0xff) : byte);
  }
}

function nextByte(name: PackedName): number {
  name.at += 1;
  return name.packed[name.at - 1] ?? 0;
}
