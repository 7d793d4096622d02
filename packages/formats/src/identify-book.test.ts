import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { png } from '../../../fixtures/pictures.ts';
import { writeZip } from '../../../fixtures/zip-writer.ts';
import { identifyBook } from './identify-book.ts';
import { readBook } from './read-book.ts';

/** Runs `work` with a file of these bytes. */
async function withFile<Result>(bytes: Buffer, work: (path: string) => Result | Promise<Result>): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-identify-'));
  try {
    const path = join(folder, 'book.cbz');
    writeFileSync(path, bytes);
    return await work(path);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const comic = (): Buffer => writeZip([{ name: '1.png', bytes: png(4, 4, 1).bytes }]);

describe('identifyBook', () => {
  it('tells what reading the book tells, and that it covers everything', async () => {
    await withFile(comic(), async (path) => {
      const { fingerprint } = await readBook(path);
      await expect(identifyBook(path)).resolves.toEqual({ fingerprint, isComplete: true });
    });
  });

  it('knows an archive without a page by its directory', async () => {
    const pageless = writeZip([{ name: 'readme.txt', bytes: Buffer.from('nothing') }]);
    await expect(withFile(pageless, async (path) => readBook(path))).rejects.toMatchObject({ code: 'comic.no-pages' });
    expect(await withFile(pageless, identifyPath)).toMatchObject({ isComplete: true });
  });

  it.each([
    ['no bytes', Buffer.alloc(0)],
    ['no book', Buffer.from('no archive at all')],
    ['half an archive', comic().subarray(0, 60)],
    ['a PDF', Buffer.from('%PDF-1.4 nothing')],
  ])('knows %s by samples, the same each time', async (_, bytes) => {
    const first = await withFile(bytes, identifyPath);
    expect(first.fingerprint).toMatch(/^[0-9a-f]{64}$/);
    expect(first.isComplete).toBe(false);
    expect(await withFile(bytes, identifyPath)).toEqual(first);
    expect(await withFile(Buffer.concat([bytes, Buffer.from('x')]), identifyPath)).not.toEqual(first);
  });

  it('leaves errors of the disk what they are', async () => {
    await expect(identifyBook('/nowhere/at-all.cbz')).rejects.toThrow(expect.objectContaining({ code: 'ENOENT' }));
  });
});

function identifyPath(path: string): ReturnType<typeof identifyBook> {
  return identifyBook(path);
}
