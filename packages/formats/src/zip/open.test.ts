import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { memorySource } from '../../../../fixtures/memory-source.ts';
import { writeZip, type ZipFile } from '../../../../fixtures/zip-writer.ts';
import { DEFAULT_LIMITS } from '../limits.ts';
import { openZip } from './open.ts';

const page = randomBytes(40_000);

function pages(count: number, rest: Partial<ZipFile> = {}): readonly ZipFile[] {
  return Array.from({ length: count }, (_, index) => ({ name: `${index}.jpg`, bytes: page, ...rest }));
}

describe('openZip', () => {
  it('opens with two reads, however many entries there are, and reads each head with one', async () => {
    const source = memorySource(writeZip(pages(200, { method: 8 })));
    const container = openZip(source, DEFAULT_LIMITS);
    const opening = source.readCount();
    expect(opening).toBeLessThanOrEqual(3);
    await container.readHeads(container.entries, 4_096, (_entry, head) =>
      expect(head).toEqual(page.subarray(0, 4_096)),
    );
    expect(source.readCount()).toBe(opening + 200);
    expect(container.entries.every(({ source: place }) => place.kind === 'deflate')).toBe(true);
    expect(source.readCount()).toBe(opening + 200);
  });

  it('points straight at the data, so that a page costs one read later', async () => {
    const bytes = writeZip(pages(2, { localExtra: Buffer.concat([Buffer.from([1, 2, 96, 0]), Buffer.alloc(96)]) }));
    const [, second] = openZip(memorySource(bytes), DEFAULT_LIMITS).entries;
    expect(second?.source).toMatchObject({ kind: 'stored', length: page.length });
    if (second?.source.kind !== 'stored') return;
    expect(bytes.subarray(second.source.offset, second.source.offset + page.length)).toEqual(page);
  });

  it('reads heads in the order of the file, whatever order is asked for', async () => {
    const container = openZip(memorySource(writeZip(pages(5))), DEFAULT_LIMITS);
    const seen: string[] = [];
    await container.readHeads(container.entries.toReversed(), 10, (entry) => seen.push(entry.name));
    expect(seen).toEqual(['0.jpg', '1.jpg', '2.jpg', '3.jpg', '4.jpg']);
  });

  it('opens ZIP64 behind bytes that were put in front of it, with a comment and without', async () => {
    const files = pages(2, { zip64: true });
    for (const comment of ['', 'a comment']) {
      const bytes = writeZip(files, { zip64End: true, before: Buffer.alloc(77, 1), comment: Buffer.from(comment) });
      const container = openZip(memorySource(bytes), DEFAULT_LIMITS);
      expect(container.problems).toEqual([]);
      expect(container.entries).toHaveLength(2);
      for (const entry of container.entries) expect(await container.read(entry)).toEqual(page);
    }
  });

  it('keeps the comment and duplicate names', () => {
    const twice = [...pages(1), ...pages(1)];
    const container = openZip(memorySource(writeZip(twice, { comment: Buffer.from('by hand') })), DEFAULT_LIMITS);
    expect(container.comment.toString()).toBe('by hand');
    expect(container.entries.map((entry) => entry.name)).toEqual(['0.jpg', '0.jpg']);
  });

  it('lists a torn archive with data descriptors by its own headers', async () => {
    const bytes = writeZip(pages(3, { method: 8, descriptor: true }));
    const whole = openZip(memorySource(bytes.subarray(0, bytes.length - 170)), DEFAULT_LIMITS);
    expect(whole.problems.map((problem) => problem.code)).toEqual(['zip.truncated']);
    expect(whole.entries).toHaveLength(3);
    for (const entry of whole.entries) expect(await whole.read(entry)).toEqual(page);
    const cut = openZip(memorySource(bytes.subarray(0, bytes.length - 200)), DEFAULT_LIMITS);
    expect(cut.entries.map(({ source }) => ('code' in source ? source.code : source.kind))).toEqual([
      'deflate',
      'deflate',
      'entry.truncated',
    ]);
  });

  it('marks one entry that reaches into the next, and refuses an archive where several do', async () => {
    const shared = (count: number): Buffer =>
      writeZip([...pages(1), ...pages(count, { sharesDataOf: 0 }), ...pages(1)]);
    const container = openZip(memorySource(shared(1)), DEFAULT_LIMITS);
    expect(container.entries.map(({ source }) => ('code' in source ? source.code : source.kind))).toEqual([
      'zip.overlap',
      'stored',
      'stored',
    ]);
    expect(() => openZip(memorySource(shared(2)), DEFAULT_LIMITS)).toThrow(
      expect.objectContaining({ code: 'zip.overlap' }),
    );
  });

  it('checks the checksum of a whole entry and not of its head', async () => {
    const container = openZip(memorySource(writeZip(pages(1, { crc: 1 }))), DEFAULT_LIMITS);
    const [entry] = container.entries;
    if (entry === undefined) throw new Error('Expected an entry');
    expect(await container.readHead(entry, 10)).toEqual(page.subarray(0, 10));
    await expect(container.read(entry)).rejects.toMatchObject({ code: 'entry.bad-checksum' });
  });
});
