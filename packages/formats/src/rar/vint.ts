import { FormatError } from '../format-error.ts';

/** Reads RAR 5 fields in sequence. */
export interface VintReader {
  readonly vint: () => number;
  readonly u32: () => number;
  readonly bytes: (length: number) => Buffer;
  /** Offset of the next field. */
  readonly at: () => number;
}

/**
 * Reads a variable-length number: seven bits per byte, lowest first; bit 7 marks a following byte.
 * @throws {FormatError} `rar.bad-header` when unterminated or above 2^53
 * @see RAR 5.0 archive format, "variable length integer"
 */
export function readVint(bytes: Buffer, at: number): { readonly value: number; readonly width: number } {
  let value = 0;
  for (let width = 1; width <= 10; width++) {
    const byte = bytes[at + width - 1];
    if (byte === undefined) break;
    value += (byte & 0x7f) * 2 ** (7 * (width - 1));
    if (byte < 0x80 && Number.isSafeInteger(value)) return { value, width };
  }
  throw new FormatError('rar.bad-header', 'A number in a header is cut off or too large');
}

/**
 * Opens a field reader.
 * @param from first byte in `bytes`
 * @param base offset of `bytes` in the file, for errors
 */
export function vintReader(bytes: Buffer, from: number, base: number): VintReader {
  let at = from;
  const take = (length: number): Buffer => {
    if (length > bytes.length - at) {
      throw new FormatError('rar.bad-header', `The header at ${base} is shorter than its fields`, {
        offset: base + at,
      });
    }
    at += length;
    return bytes.subarray(at - length, at);
  };
  return {
    vint: () => {
      const { value, width } = readVint(bytes, at);
      at += width;
      return value;
    },
    u32: () => take(4).readUInt32LE(0),
    bytes: take,
    at: () => at,
  };
}
