import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { memorySource } from '../../../fixtures/memory-source.ts';
import { readKoreaderHash } from './koreader-hash.ts';

function noise(length: number): Buffer {
  const bytes = Buffer.alloc(length);
  for (let at = 0; at < length; at++) bytes[at] = (at * 31 + (at >> 8) * 17 + (at >> 16)) & 0xff;
  return bytes;
}

function md5(...parts: Buffer[]): string {
  return createHash('md5').update(Buffer.concat(parts)).digest('hex');
}

describe('the partial MD5 of KOReader', () => {
  it('is the MD5 of all bytes of a file below 1,024 bytes', () => {
    expect(readKoreaderHash(memorySource(Buffer.from('abc')))).toBe('900150983cd24fb0d6963f7d28e17f72');
  });

  it('takes samples at 0, 1,024, 4,096, 16,384 … and a short one at the end', () => {
    const bytes = noise(16_384 + 100);
    const samples = [0, 1_024, 4_096, 16_384].map((at) => bytes.subarray(at, at + 1_024));
    expect(readKoreaderHash(memorySource(bytes))).toBe(md5(...samples));
  });

  it('ends before an offset that is not in the file', () => {
    const bytes = noise(4_096);
    expect(readKoreaderHash(memorySource(bytes))).toBe(md5(bytes.subarray(0, 2_048)));
  });

  it('reads at most twelve samples of a large file', () => {
    const size = 3 * 1024 ** 3;
    const offsets: number[] = [];
    const large = {
      ...memorySource(Buffer.alloc(0)),
      size,
      look: (offset: number, length: number) => {
        offsets.push(offset);
        return Buffer.alloc(length, offset % 251);
      },
    };
    readKoreaderHash(large);
    expect(offsets).toHaveLength(12);
    expect(offsets.at(-1)).toBe(1024 ** 3);
  });
});
