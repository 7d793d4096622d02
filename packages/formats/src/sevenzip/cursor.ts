import { FormatError } from '../format-error.ts';

/**
 * The error of an invalid header.
 * @param offset of the header in the file
 */
export function badHeader(why: string, offset: number): FormatError {
  return new FormatError('sevenzip.bad-header', `The header of the archive cannot be read: ${why}`, { offset });
}

/** A bounds-checked reader of header bytes. */
export class Cursor {
  readonly #bytes: Buffer;
  readonly #base: number;
  at = 0;

  constructor(bytes: Buffer, base: number) {
    this.#bytes = bytes;
    this.#base = base;
  }

  fail(why: string): FormatError {
    return badHeader(why, this.#base);
  }

  take(length: number): Buffer {
    if (length > this.#bytes.length - this.at) throw this.fail('it is cut off');
    this.at += length;
    return this.#bytes.subarray(this.at - length, this.at);
  }

  byte(): number {
    return this.take(1).readUInt8(0);
  }

  u32(): number {
    return this.take(4).readUInt32LE(0);
  }

  /** Leading ones of the first byte count the following bytes; its rest is the highest part. */
  number(): number {
    const first = this.byte();
    let value = 0;
    let factor = 1;
    for (let mask = 0x80; mask > 0; mask >>= 1) {
      if ((first & mask) === 0) return this.#safe(value + (first & (mask - 1)) * factor);
      value += this.byte() * factor;
      factor *= 0x100;
    }
    return this.#safe(value);
  }

  #safe(value: number): number {
    if (Number.isSafeInteger(value)) return value;
    throw this.fail('a number is beyond any file');
  }

  /** A bounded count. */
  count(most: number, what: string): number {
    const count = this.number();
    if (count <= most) return count;
    if (what === 'entries')
      throw new FormatError('sevenzip.too-many-entries', `The archive has more than ${most} entries`);
    throw this.fail(`it has ${count} ${what}`);
  }

  /** @throws {FormatError} for another id */
  expect(id: number): void {
    const found = this.byte();
    if (found !== id) throw this.fail(`part ${found} where ${id} belongs`);
  }

  bits(count: number): boolean[] {
    const bytes = this.take(Math.ceil(count / 8));
    return Array.from({ length: count }, (_, at) => (bytes.readUInt8(at >> 3) & (0x80 >> (at & 7))) !== 0);
  }

  /** Bits that are omitted when all are set. */
  optionalBits(count: number): boolean[] {
    return this.byte() === 0 ? this.bits(count) : Array.from({ length: count }, () => true);
  }

  digests(count: number): (number | null)[] {
    return this.optionalBits(count).map((isSet) => (isSet ? this.u32() : null));
  }
}
