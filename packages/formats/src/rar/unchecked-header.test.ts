import { crc32 } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { withoutChecksum } from './unchecked-header.ts';

/** A header of RAR 5 around its fields: CRC-32 and size come before them. */
function buildHeader(...fields: readonly (number | Buffer)[]): Buffer {
  const body = Buffer.concat(fields.map((field) => (typeof field === 'number' ? Buffer.from([field]) : field)));
  // vint: two bytes from 128 on
  const size = body.length < 0x80 ? [body.length] : [(body.length & 0x7f) | 0x80, body.length >> 7];
  const sized = Buffer.concat([Buffer.from(size), body]);
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32LE(crc32(sized));
  return Buffer.concat([checksum, sized]);
}

const TIME = Buffer.from([1, 2, 3, 4]);
const CRC = Buffer.from([0xde, 0xad, 0xbe, 0xef]);
const EXTRA = Buffer.from([2, 9, 9]);

describe('withoutChecksum', () => {
  it('takes the checksum of the file out, and nothing else', () => {
    // type 2, flags extra and data, 3 bytes of extra, data length in two bytes, file flags time and CRC, then length, attributes
    const length = Buffer.from([0x81, 0x01]);
    const behind = [0x80, 0x06, 0, 5, Buffer.from('1.jpg'), EXTRA] as const;
    const header = buildHeader(2, 3, 3, length, 6, length, 0, TIME, CRC, ...behind);
    expect(withoutChecksum(header)).toEqual(buildHeader(2, 3, 3, length, 2, length, 0, TIME, ...behind));
  });

  it('rewrites the size of a long header, also where it gets shorter', () => {
    for (const nameLength of [100, 115, 118, 126, 127]) {
      const name = Buffer.alloc(nameLength, 'n');
      const header = buildHeader(2, 0, 4, 7, 0, CRC, 0, 0, nameLength, name);
      expect(withoutChecksum(header)).toEqual(buildHeader(2, 0, 0, 7, 0, 0, 0, nameLength, name));
    }
  });

  it('leaves a header alone that has none', () => {
    const header = buildHeader(2, 0, 2, 7, 0, TIME, 0, 0, 1, Buffer.from('n'));
    expect(withoutChecksum(header)).toBe(header);
  });
});
