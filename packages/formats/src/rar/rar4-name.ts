import { decodeUtf8 } from '../name-encoding.ts';

/**
 * Decodes a name marked as Unicode: either plain UTF-8, or the name in some local encoding, a zero byte, and a packed form of
 * its UTF-16 that borrows from the local one.
 * @returns `plain`, the local name, and `decoded`, undefined when neither form makes sense
 * @see unrar's notes on the RAR 3 file header, "file name encoding"
 */
export function decodeRar4Name(raw: Buffer): { readonly plain: Buffer; readonly decoded: string | undefined } {
  const zero = raw.indexOf(0);
  if (zero < 0) return { plain: raw, decoded: decodeUtf8(raw) };
  const plain = raw.subarray(0, zero);
  return { plain, decoded: unpackUtf16(plain, raw.subarray(zero + 1)) };
}

/** Longest name that any file system keeps, generously: a run of 129 characters costs the packed form only two bytes. */
const MAX_UNITS = 4096;

function unpackUtf16(plain: Buffer, packed: Buffer): string | undefined {
  const units: number[] = [];
  const high = (packed[0] ?? 0) << 8; // 0 u8 high byte that most characters share
  let at = 1;
  let flags = 0;
  let flagBits = 0;
  while (at < packed.length && units.length < MAX_UNITS) {
    if (flagBits === 0) {
      flags = packed[at++] ?? 0; // u8 with the kinds of the next four items, highest bits first
      flagBits = 8;
      if (at >= packed.length) break;
    }
    flagBits -= 2;
    const kind = (flags >> flagBits) & 3;
    const first = packed[at++] ?? 0;
    if (kind === 0) units.push(first);
    else if (kind === 1) units.push(high | first);
    else if (kind === 2) units.push(first | ((packed[at++] ?? 0) << 8));
    else {
      // A run out of the local name; with bit 7 each byte is moved by a constant and gets the shared high byte.
      const moved = (first & 0x80) !== 0;
      const shift = moved ? (packed[at++] ?? 0) : 0;
      for (let left = (first & 0x7f) + 2; left > 0; left--) {
        const byte = plain[units.length];
        if (byte === undefined) break;
        units.push(moved ? high | ((byte + shift) & 0xff) : byte);
      }
    }
  }
  return units.length === 0 ? undefined : String.fromCharCode(...units);
}
