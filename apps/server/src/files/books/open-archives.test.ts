import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32, deflateRawSync, gunzipSync, zstdCompressSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { anyPlace } from '../../../tests/_harness/any-place.ts';
import { openArchives } from './open-archives.ts';

const TEXT = Buffer.from('a page of a comic, '.repeat(5_000));

/** A file of three entries: as it is, deflated, and in zstd. */
function newArchive() {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-archives-'));
  const path = join(folder, 'book.cbz');
  const deflated = deflateRawSync(TEXT);
  const zstd = zstdCompressSync(TEXT);
  writeFileSync(path, Buffer.concat([TEXT, deflated, zstd]));
  const { size, mtimeMs } = statSync(path);
  const crc = crc32(TEXT);
  const { length } = TEXT;
  return {
    path,
    identity: { size, modifiedAt: Math.floor(mtimeMs) },
    stored: { kind: 'stored', offset: 0, length, crc },
    deflate: { kind: 'deflate', offset: length, packedLength: deflated.length, length, crc },
    zstd: { kind: 'zstd', offset: length + deflated.length, packedLength: zstd.length, length, crc },
    [Symbol.dispose]: () => rmSync(folder, { recursive: true }),
  } as const;
}

describe('openArchives', () => {
  it('reads stored, deflated and zstd entries, opening the file once', async () => {
    using book = newArchive();
    await using archives = openArchives(anyPlace);
    const entries = [book.stored, book.deflate, book.zstd];
    const read = await Promise.all(entries.map((entry) => archives.readEntry(book.path, book.identity, entry)));
    expect(read.every((bytes) => bytes.equals(TEXT))).toBe(true);
    expect(archives.openedCount()).toBe(1);
  });

  it('lends entries in buffers that are used again', async () => {
    using book = newArchive();
    await using archives = openArchives(anyPlace);
    for (const entry of [book.stored, book.deflate, book.zstd]) {
      const { bytes, giveBack } = await archives.lendEntry(book.path, book.identity, entry);
      expect(bytes.equals(TEXT)).toBe(true);
      giveBack();
    }
  });

  it('frees what was unpacked as soon as it is given back', async () => {
    using book = newArchive();
    await using archives = openArchives(anyPlace);
    for (const entry of [book.deflate, book.zstd]) {
      const { bytes, giveBack } = await archives.lendEntry(book.path, book.identity, entry);
      expect(bytes.length).toBe(TEXT.length);
      giveBack();
      expect(bytes.length).toBe(0);
    }
  });

  it('wraps a deflated entry as gzip without inflating it', async () => {
    using book = newArchive();
    await using archives = openArchives(anyPlace);
    const { bytes, giveBack } = await archives.lendGzip(book.path, book.identity, book.deflate);
    expect(bytes.length).toBe(book.deflate.packedLength + 18);
    expect(gunzipSync(bytes).equals(TEXT)).toBe(true);
    giveBack();
  });

  it('refuses a file that is not the one that was analysed', async () => {
    using book = newArchive();
    await using archives = openArchives(anyPlace);
    const other = { ...book.identity, size: book.identity.size + 1 };
    await expect(archives.readEntry(book.path, other, book.stored)).rejects.toMatchObject({ code: 'file.changed' });
  });

  it('says so when an entry does not unpack to its declared length', async () => {
    using book = newArchive();
    await using archives = openArchives(anyPlace);
    const wrong = { ...book.deflate, length: TEXT.length + 1 };
    await expect(archives.readEntry(book.path, book.identity, wrong)).rejects.toMatchObject({ code: 'entry.corrupt' });
    const bomb = { ...book.deflate, length: 10 };
    await expect(archives.readEntry(book.path, book.identity, bomb)).rejects.toMatchObject({ code: 'entry.corrupt' });
  });

  it('keeps the disk’s own error for a file that is gone', async () => {
    using book = newArchive();
    await using archives = openArchives(anyPlace);
    const missing = archives.readEntry(`${book.path}.gone`, book.identity, book.stored);
    await expect(missing).rejects.toMatchObject({ code: 'ENOENT' });
  });

  it('gives everybody of a crowd the right bytes, also behind reads that fail', async () => {
    using book = newArchive();
    await using archives = openArchives(anyPlace);
    const beyond = { ...book.stored, offset: book.identity.size };
    const wanted = Array.from({ length: 30 }, (_, index) => (index % 3 === 0 ? beyond : book.stored));
    const reads = wanted.map(async (entry) => archives.lendEntry(book.path, book.identity, entry));
    const outcomes = await Promise.allSettled(reads);
    expect(outcomes.map(({ status }) => status)).toEqual(
      wanted.map((entry) => (entry === beyond ? 'rejected' : 'fulfilled')),
    );
    const lent = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
    expect(lent.every(({ bytes }) => bytes.equals(TEXT))).toBe(true);
    for (const { giveBack } of lent) giveBack();
  });

  it('opens a file again after a new analysis', async () => {
    using book = newArchive();
    await using archives = openArchives(anyPlace);
    await archives.readEntry(book.path, book.identity, book.stored);
    const other = TEXT.toReversed();
    writeFileSync(book.path, Buffer.concat([other, other, other]));
    const { size, mtimeMs } = statSync(book.path);
    const now = { size, modifiedAt: Math.floor(mtimeMs) };
    expect((await archives.readEntry(book.path, now, book.stored)).equals(other)).toBe(true);
    await expect(archives.readEntry(book.path, book.identity, book.stored)).rejects.toMatchObject({
      code: 'file.changed',
    });
    expect(archives.openedCount()).toBe(3);
  });

  it('keeps at most 64 files open', async () => {
    await using archives = openArchives(anyPlace);
    const books = Array.from({ length: 70 }, () => newArchive());
    for (const book of books) await archives.readEntry(book.path, book.identity, book.stored);
    const [first] = books;
    const last = books.at(-1);
    if (first === undefined || last === undefined) throw new Error('no books');
    await archives.readEntry(last.path, last.identity, last.stored);
    expect(archives.openedCount()).toBe(70);
    await archives.readEntry(first.path, first.identity, first.stored);
    expect(archives.openedCount()).toBe(71);
    for (const book of books) book[Symbol.dispose]();
  });
});
