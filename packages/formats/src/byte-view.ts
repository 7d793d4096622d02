import { FormatError, type FormatErrorCode } from './format-error.ts';

/** A bounds-checked little-endian reader: a value outside the bytes is a coded error. */
export interface ByteView {
  readonly length: number;
  readonly u8: (at: number) => number;
  readonly u16: (at: number) => number;
  readonly u32: (at: number) => number;
  /** @throws {FormatError} also above 2^53, which no offset reaches */
  readonly u64: (at: number) => number;
  readonly bytes: (at: number, length: number) => Buffer;
}

/**
 * Reads numbers from bytes of a file.
 * @param base offset of `bytes` in the file, for the error
 * @param code of the error for a value outside the bytes
 */
export function viewBytes(bytes: Buffer, base: number, code: FormatErrorCode): ByteView {
  const need = (at: number, width: number): void => {
    if (at >= 0 && at + width <= bytes.length) return;
    const message = `Expected ${width} more bytes at ${base + at}, found ${Math.max(0, bytes.length - at)}`;
    throw new FormatError(code, message, { offset: base + at });
  };
  return {
    length: bytes.length,
    u8: (at) => {
      need(at, 1);
      return bytes.readUInt8(at);
    },
    u16: (at) => {
      need(at, 2);
      return bytes.readUInt16LE(at);
    },
    u32: (at) => {
      need(at, 4);
      return bytes.readUInt32LE(at);
    },
    u64: (at) => {
      need(at, 8);
      const value = bytes.readUInt32LE(at) + bytes.readUInt32LE(at + 4) * 0x1_0000_0000;
      if (Number.isSafeInteger(value)) return value;
      throw new FormatError(code, `The 64-bit value at ${base + at} is beyond any file`, { offset: base + at });
    },
    bytes: (at, length) => {
      need(at, length);
      return bytes.subarray(at, at + length);
    },
  };
}
