import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { memorySource } from '../../../fixtures/memory-source.ts';
import { jpeg, png } from '../../../fixtures/pictures.ts';
import { writeRar4, writeRar5 } from '../../../fixtures/rar-writer.ts';
import { paxEntry, writeTar } from '../../../fixtures/tar-writer.ts';
import { writeZip } from '../../../fixtures/zip-writer.ts';
import { readComic } from './comic/read-comic.ts';
import { detectKind } from './detect.ts';
import { FormatError } from './format-error.ts';
import { DEFAULT_LIMITS, type Limits } from './limits.ts';
import { openContainer } from './open-container.ts';
import { type ReaderResult } from './reading.ts';
import { type ByteSource } from './source.ts';
import { openZip } from './zip/open.ts';

async function readFrom(source: ByteSource, limits: Limits = DEFAULT_LIMITS): Promise<ReaderResult> {
  const kind = detectKind(source);
  if (kind === 'pdf') throw new FormatError('file.unknown', 'A PDF is no comic', { offset: 0 });
  return readComic(await openContainer(source, kind, limits), limits);
}

async function outcome(bytes: Buffer): Promise<ReaderResult | FormatError> {
  try {
    return await readFrom(memorySource(bytes));
  } catch (error) {
    if (error instanceof FormatError) return error;
    throw error;
  }
}

async function refusal(bytes: Buffer, limits: Limits): Promise<FormatError | undefined> {
  try {
    await readFrom(memorySource(bytes), limits);
  } catch (error) {
    if (error instanceof FormatError) return error;
    throw error;
  }
  return undefined;
}

/** Codes of damage at one place of the file; the others speak of all pages, or of what is not there. */
const PLACED =
  /^(?:file\.|zip\.(?:truncated|multi-disk|overlap|encrypted|too-many-entries)|(?:rar|tar|sevenzip)\.(?:truncated|bad-))/;

function expectOffset(result: ReaderResult | FormatError): void {
  if (result instanceof FormatError && PLACED.test(result.code)) expect(result.offset).toBeTypeOf('number');
}

const files = [
  { name: 'a/1.png', bytes: png(4, 4).bytes },
  { name: 'a/2.jpg', bytes: jpeg.bytes },
  { name: 'ComicInfo.xml', bytes: Buffer.from('<ComicInfo><Series>Cut</Series></ComicInfo>') },
];

const packed = (name: string, folder = 'cbr'): Buffer =>
  readFileSync(join(import.meta.dirname, '../../../fixtures/good', folder, name));

/** Archives with the number of their pages: two, where nothing else is said. */
function withCounts(
  archives: readonly (readonly [name: string, bytes: Buffer, pageCount?: number])[],
): readonly (readonly [name: string, bytes: Buffer, pageCount: number])[] {
  return archives.map(([name, bytes, pageCount = 2]) => [name, bytes, pageCount]);
}

const archives: readonly (readonly [name: string, bytes: Buffer, pageCount: number])[] = withCounts([
  ['a stored ZIP', writeZip(files)],
  ['a deflated ZIP', writeZip(files.map((file) => ({ ...file, method: 8 })))],
  ['a Zstandard ZIP', writeZip(files.map((file) => ({ ...file, method: 93 })))],
  ['a ZIP with data descriptors', writeZip(files.map((file) => ({ ...file, method: 8, descriptor: true })))],
  [
    'a ZIP64',
    writeZip(
      files.map((file) => ({ ...file, zip64: true })),
      { zip64End: true },
    ),
  ],
  [
    'a ZIP with bytes before it and a comment',
    writeZip(files, { before: Buffer.alloc(99), comment: Buffer.alloc(50, 80) }),
  ],
  ['a RAR 4', writeRar4(files)],
  ['a RAR 5', writeRar5(files, { comment: 'A comment' })],
  ['a packed RAR 3', packed('packed-rar3.cbr')],
  ['a solid RAR 3', packed('packed-rar3.solid.cbr')],
  ['a packed RAR 5', packed('packed-rar5.cbr')],
  ['a tar', writeTar(files)],
  ['a tar with pax headers', writeTar([paxEntry({ path: 'a/1.png' }), ...files])],
  ['a solid 7z of LZMA', packed('lzma-solid.cb7', 'cb7'), 3],
  ['a solid 7z of LZMA2', packed('lzma2-solid.cb7', 'cb7'), 3],
  ['a 7z of LZMA2, each page alone', packed('lzma2-each-alone.cb7', 'cb7'), 3],
  ['a solid 7z of deflate', packed('deflate-solid.cb7', 'cb7'), 3],
  ['a 7z whose header is not packed', packed('header-not-packed.cb7', 'cb7'), 3],
  ['a stored 7z', packed('copy.cb7', 'cb7'), 3],
]);

describe.each(archives)('%s', (_name, bytes, pageCount) => {
  it('opens', async () => {
    const whole = await outcome(bytes);
    expect(whole).toMatchObject({ problems: [], pageCount });
  });

  it('cut at any byte is a coded error, or says what is missing', async () => {
    const whole = await readFrom(memorySource(bytes));
    for (let length = 0; length < bytes.length; length++) {
      const cut = await outcome(bytes.subarray(0, length));
      expectOffset(cut);
      if (cut instanceof FormatError || cut.problems.length > 0) continue;
      // Only marks of the end are gone: then nothing may be missing.
      expect({ length, pages: cut.pages }).toEqual({ length, pages: whole.pages });
    }
  });

  it('with any byte changed never fails but with a coded error', async () => {
    for (let at = 0; at < bytes.length; at++) {
      for (const mask of [0x01, 0xff]) {
        const changed = Buffer.from(bytes);
        changed.writeUInt8(changed.readUInt8(at) ^ mask, at);
        const result = await outcome(changed);
        expectOffset(result);
        if (!(result instanceof FormatError)) expect(result.pageCount).toBeLessThanOrEqual(4);
      }
    }
  });

  it('on a failing disk fails with the error of the disk at whatever read, and works again after', async () => {
    const counted = memorySource(bytes);
    await readFrom(counted);
    const reads = counted.readCount();
    expect(reads).toBeGreaterThan(3);
    for (let failAt = 0; failAt < reads; failAt++) {
      const failure = Object.assign(new Error('Input/output error'), { code: 'EIO' });
      await expect(readFrom(memorySource(bytes, failAt, failure))).rejects.toBe(failure);
    }
    expect(await readFrom(memorySource(bytes))).toMatchObject({ pageCount, problems: [] });
  });
});

describe('limits', () => {
  it('refuse more entries than allowed, however many the directory has', async () => {
    const limits = { ...DEFAULT_LIMITS, entryCount: 2 };
    await expect(readFrom(memorySource(writeZip(files)), limits)).rejects.toMatchObject({
      code: 'zip.too-many-entries',
    });
    await expect(readFrom(memorySource(writeRar4(files)), limits)).rejects.toMatchObject({
      code: 'rar.too-many-entries',
    });
    await expect(readFrom(memorySource(writeRar5(files)), limits)).rejects.toMatchObject({
      code: 'rar.too-many-entries',
    });
    expect((await refusal(writeZip(files), limits))?.offset).toBeGreaterThan(files[0]?.bytes.length ?? 0);
    const crowd = Array.from({ length: 60_000 }, (_, index) => ({ name: `${index}.png`, bytes: Buffer.alloc(0) }));
    await expect(readFrom(memorySource(writeZip(crowd)))).rejects.toMatchObject({ code: 'zip.too-many-entries' });
  });

  it('leave an entry packed that is larger than allowed, and show the others', async () => {
    const big = { name: '3.png', bytes: Buffer.alloc(3 * 1024 * 1024), method: 8 };
    const limits = { ...DEFAULT_LIMITS, entryBytes: 2 * 1024 * 1024 };
    const reading = await readFrom(memorySource(writeZip([...files, big])), limits);
    expect(reading.pages[0]).toMatchObject({ name: '3.png', source: { kind: 'unreadable', code: 'entry.too-large' } });
    expect(reading.cover?.mediaType).toBe('image/png');
    expect(reading.problems).toMatchObject([{ code: 'entry.too-large' }]);
  });

  it('leave an entry packed that expands too far', async () => {
    const bomb = { name: '3.png', bytes: Buffer.alloc(3 * 1024 * 1024), method: 8 };
    const reading = await readFrom(memorySource(writeZip([...files, bomb])), { ...DEFAULT_LIMITS, ratio: 100 });
    expect(reading.pages[0]?.source).toEqual({ kind: 'unreadable', code: 'entry.too-large' });
  });

  it('name a picture with too many pixels and do not take it as cover', async () => {
    const huge = png(1, 1).bytes;
    huge.writeUInt32BE(30_000, 16);
    huge.writeUInt32BE(30_000, 20);
    const reading = await readFrom(memorySource(writeZip([{ name: '0.png', bytes: huge }, ...files])));
    expect(reading.pages[0]).toMatchObject({ width: 30_000, height: 30_000 });
    expect(reading.problems).toMatchObject([{ code: 'image.too-large' }]);
    expect(reading.cover?.bytes).toEqual(png(4, 4).bytes);
  });

  it('keep an entry that claims more than it holds from being read as whole', async () => {
    const liar = { name: '1.png', bytes: png(4, 4).bytes, method: 8, length: 5_000 };
    const reading = await readFrom(memorySource(writeZip([liar, ...files])));
    const container = openZip(memorySource(writeZip([liar])), DEFAULT_LIMITS);
    const [entry] = container.entries;
    expect(entry).toBeDefined();
    if (entry !== undefined) await expect(container.read(entry)).rejects.toMatchObject({ code: 'entry.corrupt' });
    expect(reading.problems).toMatchObject([{ code: 'entry.corrupt' }]);
  });

  it('bound the list of problems', async () => {
    const many = Array.from({ length: 300 }, (_, index) => ({
      name: `${index}.png`,
      bytes: Buffer.from('no picture'),
    }));
    const reading = await readFrom(memorySource(writeZip([...files, ...many])));
    expect(reading.problems).toHaveLength(101);
    expect(reading.problems.at(-1)).toMatchObject({ code: 'problems.more' });
  });
});
