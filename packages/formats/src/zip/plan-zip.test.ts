import { closeSync, ftruncateSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { memorySource } from '../../../../fixtures/memory-source.ts';
import { DEFAULT_LIMITS } from '../limits.ts';
import { openSource } from '../source.ts';
import { openZip } from './open.ts';
import { type PlannedFile, planZip } from './plan-zip.ts';

const MODIFIED = Date.UTC(2024, 1, 29, 12, 34, 56);
const GIB = 1024 ** 3;

function planned(name: string, size: number, modifiedAt = MODIFIED): PlannedFile {
  return { name, size, modifiedAt };
}

/** The whole archive of files that are in memory. */
function write(files: readonly (readonly [name: string, bytes: Buffer])[]): Buffer {
  const plan = planZip(files.map(([name, bytes]) => planned(name, bytes.length)));
  const parts = plan.entries.flatMap(({ header, descriptor }, index) => {
    const bytes = files[index]?.[1] ?? Buffer.alloc(0);
    return [header(), bytes, descriptor(crc32(bytes))];
  });
  const whole = Buffer.concat([...parts, plan.directory(files.map(([, bytes]) => crc32(bytes)))]);
  expect(whole.length).toBe(plan.length);
  return whole;
}

interface SparseZip extends Disposable {
  readonly path: string;
}

/** The archive with holes where the bytes of its files belong: it takes no room on the disk. */
function writeSparse(files: readonly PlannedFile[]): SparseZip {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-zip-'));
  const path = join(folder, 'large.zip');
  const plan = planZip(files);
  const fd = openSync(path, 'w');
  let at = 0;
  for (const [index, { header, descriptor }] of plan.entries.entries()) {
    const before = header();
    at += writeSync(fd, before, 0, before.length, at);
    at += files[index]?.size ?? 0;
    const behind = descriptor(index);
    at += writeSync(fd, behind, 0, behind.length, at);
  }
  const directory = plan.directory(files.map((_, index) => index));
  at += writeSync(fd, directory, 0, directory.length, at);
  expect(at).toBe(plan.length);
  ftruncateSync(fd, at);
  closeSync(fd);
  return { path, [Symbol.dispose]: () => rmSync(folder, { recursive: true }) };
}

describe('planZip', () => {
  it('lays out an archive whose length is known before its bytes are', async () => {
    const files = [
      ['Vol. 1.cbz', Buffer.from('first')],
      ['巻 2 – ünïcode 😀.cbz', Buffer.alloc(70_000, 7)],
      ['empty.cbz', Buffer.alloc(0)],
    ] as const;
    const zip = openZip(memorySource(write(files)), DEFAULT_LIMITS);
    expect(zip.problems).toEqual([]);
    expect(zip.entries.map(({ name, length, crc }) => [name, length, crc])).toEqual(
      files.map(([name, bytes]) => [name, bytes.length, crc32(bytes)]),
    );
    for (const [index, entry] of zip.entries.entries()) expect(await zip.read(entry)).toEqual(files[index]?.[1]);
  });

  it('lays out an archive of nothing', () => {
    expect(write([])).toHaveLength(22);
  });

  it('uses no ZIP64 where it is not needed', () => {
    const size = 0xffff_ff00;
    // Header, name and time, then what is behind; the same in the directory; the end.
    expect(planZip([planned('a', size)]).length - size).toBe(30 + 1 + 9 + 16 + 46 + 1 + 9 + 22);
    const many = Array.from({ length: 65_534 }, (_, index) => planned(`${index}`.padStart(5, '0'), 0));
    expect(planZip(many).length).toBe(65_534 * (30 + 5 + 9 + 16 + 46 + 5 + 9) + 22);
  });

  it.each([
    ['one file of 5 GiB between small ones', [10, 5 * GIB, 20]],
    ['a file of exactly as many bytes as 32 bits cannot say', [0xffff_ffff, 3]],
    ['files that are small but lie beyond 4 GiB', [3 * GIB, 3 * GIB, 1]],
    ['the directory alone beyond 4 GiB', [0xffff_fff0]],
    ['far more than any disk of today holds', [2 ** 42]],
  ])('says in ZIP64 what is too large for 32 bits: %s', (_, sizes) => {
    const files = sizes.map((size, index) => planned(`${index}.cbz`, size));
    using zip = writeSparse(files);
    using source = openSource(zip.path);
    const { entries, problems } = openZip(source, { ...DEFAULT_LIMITS, entryBytes: Infinity });
    expect(problems).toEqual([]);
    expect(entries.map(({ name, length, crc }) => [name, length, crc])).toEqual(
      files.map(({ name, size }, index) => [name, size, index]),
    );
    const { entries: headers } = planZip(files);
    let at = 0;
    for (const [index, entry] of entries.entries()) {
      at += headers[index]?.header().length ?? 0;
      expect(entry.source).toMatchObject({ kind: 'stored', offset: at, length: sizes[index] });
      at += (sizes[index] ?? 0) + (headers[index]?.descriptor(0).length ?? 0);
    }
  });

  it('says in ZIP64 how many files there are from 65,535 on', () => {
    const files = Array.from({ length: 65_535 }, (_, index) => planned(String(index), 0));
    const plan = planZip(files);
    const directory = plan.directory(files.map(() => 0));
    const locator = directory.subarray(-42, -22);
    expect([locator.readUInt32LE(0), directory.readUInt16LE(directory.length - 12)]).toEqual([0x07064b50, 0xffff]);
    expect(directory.readBigUInt64LE(directory.length - 98 + 24)).toBe(65_535n);
  });

  it.each([
    ['of the day', MODIFIED, MODIFIED],
    ['before MS-DOS', Date.UTC(1970, 0, 2), Date.UTC(1980, 0, 1)],
    ['after MS-DOS', Date.UTC(2300, 0, 1), Date.UTC(2107, 11, 31, 23, 59, 58)],
    ['before 1970', -1_500, Date.UTC(1980, 0, 1)],
  ])('keeps a time %s as nearly as the fields can', (_, modifiedAt, stated) => {
    const [entry] = planZip([planned('a', 1, modifiedAt)]).entries;
    const header = entry?.header() ?? Buffer.alloc(0);
    const [time, date] = [header.readUInt16LE(10), header.readUInt16LE(12)];
    const day = Date.UTC((date >> 9) + 1980, ((date >> 5) & 15) - 1, date & 31);
    expect(day + ((time >> 11) * 3600 + ((time >> 5) & 63) * 60 + (time & 31) * 2) * 1000).toBe(stated);
    const extra = header.subarray(31);
    const exact = extra.length === 0 ? undefined : extra.readInt32LE(5);
    expect(exact).toBe(modifiedAt === Date.UTC(2300, 0, 1) ? undefined : Math.floor(modifiedAt / 1000));
  });

  it('refuses names that the format cannot hold, and a directory without all checksums', () => {
    expect(() => planZip([planned('', 1)])).toThrow(RangeError);
    expect(() => planZip([planned('x'.repeat(65_536), 1)])).toThrow(RangeError);
    expect(() => planZip([planned('a', 1), planned('b', 1)]).directory([1])).toThrow(RangeError);
  });
});
