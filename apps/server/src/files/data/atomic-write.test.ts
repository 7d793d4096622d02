import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createFileOnce, writeFileAtomically, writeFilesAtomicallyNow } from './atomic-write.ts';

function newFolder() {
  const path = mkdtempSync(join(tmpdir(), 'lectern-write-'));
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true }) };
}

const WRITERS = [
  ['awaited', async (path: string, bytes: Uint8Array) => writeFileAtomically(path, bytes)],
  [
    'at once',
    async (path: string, bytes: Uint8Array) => {
      writeFilesAtomicallyNow([{ path, bytes }]);
    },
  ],
] as const;

describe.each(WRITERS)('a file that is written whole, %s', (_name, write) => {
  it('makes the folders that it is in', async () => {
    using folder = newFolder();
    const path = join(folder.path, 'a', 'b', 'file');
    await write(path, Buffer.from('bytes'));
    expect(readFileSync(path, 'utf8')).toBe('bytes');
  });

  it('takes the place of what was there, and leaves nothing beside it', async () => {
    using folder = newFolder();
    const path = join(folder.path, 'file');
    writeFileSync(path, 'what was there is longer');
    await write(path, Buffer.from('bytes'));
    expect([readFileSync(path, 'utf8'), readdirSync(folder.path)]).toEqual(['bytes', ['file']]);
  });

  it('leaves what was there, and nothing beside it, when it cannot take its place', async () => {
    using folder = newFolder();
    const path = join(folder.path, 'file');
    mkdirSync(join(path, 'full'), { recursive: true });
    await expect(write(path, Buffer.from('bytes'))).rejects.toThrow(/EISDIR|ENOTEMPTY|EEXIST|EPERM/);
    expect([readdirSync(folder.path), readdirSync(path)]).toEqual([['file'], ['full']]);
  });
});

describe('a file that is created once', () => {
  it('is the file of the first of several writers, whole, and alone', async () => {
    using folder = newFolder();
    const path = join(folder.path, 'secret');
    const texts = Array.from({ length: 8 }, (_, index) => String(index).repeat(1_000));
    await Promise.all(texts.map(async (text) => createFileOnce(path, Buffer.from(text))));
    const first = readFileSync(path, 'utf8');
    expect(texts).toContain(first);
    await createFileOnce(path, Buffer.from('later'));
    expect([readFileSync(path, 'utf8'), readdirSync(folder.path)]).toEqual([first, ['secret']]);
  });
});
