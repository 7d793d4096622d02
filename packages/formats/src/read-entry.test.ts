import { randomBytes } from 'node:crypto';
import { mkdtempSync, openSync, closeSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32, deflateRawSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { memorySource } from '../../../fixtures/memory-source.ts';
import { DEFAULT_LIMITS } from './limits.ts';
import { checkEntry, type DirectEntry, inflateHead, readEntry } from './read-entry.ts';

function deflated(bytes: Buffer): { readonly file: Buffer; readonly entry: DirectEntry } {
  const packed = deflateRawSync(bytes);
  const entry = {
    kind: 'deflate',
    offset: 5,
    packedLength: packed.length,
    length: bytes.length,
    crc: crc32(bytes),
  } as const;
  return { file: Buffer.concat([Buffer.alloc(5), packed, Buffer.alloc(9)]), entry };
}

const text = Buffer.from('All work and no play makes Jack a dull boy. '.repeat(50));

describe('readEntry', () => {
  it('gives the expanded bytes with one read', () => {
    const { file, entry } = deflated(text);
    const source = memorySource(file);
    expect(readEntry(source, entry, DEFAULT_LIMITS)).toEqual(text);
    expect(source.readCount()).toBe(1);
  });

  it('reads from a bare descriptor', () => {
    const folder = mkdtempSync(join(tmpdir(), 'lectern-'));
    const { file, entry } = deflated(text);
    writeFileSync(join(folder, 'book'), file);
    const fd = openSync(join(folder, 'book'), 'r');
    expect(readEntry({ fd }, entry, DEFAULT_LIMITS)).toEqual(text);
    const beyond = { kind: 'stored', offset: file.length - 2, length: 5, crc: null } as const;
    expect(() => readEntry({ fd }, beyond, DEFAULT_LIMITS)).toThrow(expect.objectContaining({ code: 'file.changed' }));
    closeSync(fd);
    rmSync(folder, { recursive: true });
  });

  it('refuses a stream that is longer or shorter than declared', () => {
    const { file, entry } = deflated(text);
    for (const length of [text.length - 1, text.length + 1]) {
      const liar: DirectEntry = { ...entry, length };
      expect(() => readEntry(memorySource(file), liar, DEFAULT_LIMITS)).toThrow(
        expect.objectContaining({ code: 'entry.corrupt' }),
      );
    }
  });

  it('refuses what exceeds the limits without reading it', () => {
    const { file, entry } = deflated(Buffer.alloc(2 * 1024 * 1024));
    const source = memorySource(file);
    for (const limits of [
      { ...DEFAULT_LIMITS, ratio: 100 },
      { ...DEFAULT_LIMITS, entryBytes: 1024 * 1024 },
    ]) {
      expect(() => readEntry(source, entry, limits)).toThrow(expect.objectContaining({ code: 'entry.too-large' }));
    }
    expect(source.readCount()).toBe(0);
  });

  it('leaves the checksum to checkEntry', () => {
    const { file, entry } = deflated(text);
    const wrong: DirectEntry = { ...entry, crc: 1 };
    const bytes = readEntry(memorySource(file), wrong, DEFAULT_LIMITS);
    expect(() => checkEntry(bytes, entry)).not.toThrow();
    expect(() => checkEntry(bytes, wrong)).toThrow(expect.objectContaining({ code: 'entry.bad-checksum' }));
  });
});

describe('inflateHead', () => {
  it('gives the beginning out of a part of the packed bytes', () => {
    const bytes = randomBytes(50_000);
    const packed = deflateRawSync(bytes);
    expect(inflateHead(packed.subarray(0, 10_100), 10_000)).toEqual(bytes.subarray(0, 10_000));
  });

  it('stays small when far more would come out', () => {
    const packed = deflateRawSync(Buffer.alloc(50 * 1024 * 1024));
    expect(inflateHead(packed.subarray(0, 20_000), 16_384)).toEqual(Buffer.alloc(16_384));
  });

  it('gives what comes before damage', () => {
    const packed = deflateRawSync(Buffer.concat([Buffer.alloc(1_000, 65), randomBytes(20_000)]), { level: 1 });
    packed.fill(0xff, 5_000, 5_400);
    const head = inflateHead(packed, 16_384);
    expect(head.subarray(0, 1_000)).toEqual(Buffer.alloc(1_000, 65));
  });

  it('refuses what is no deflate stream', () => {
    expect(() => inflateHead(Buffer.alloc(500, 0xff), 100)).toThrow(expect.objectContaining({ code: 'entry.corrupt' }));
  });
});
