import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createDerivedFiles } from './derived-files.ts';

function newFolder() {
  const path = mkdtempSync(join(tmpdir(), 'lectern-derived-'));
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true }) };
}

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)
    .sort();

describe('derived files', () => {
  it('make a thing once for all who ask at the same time, and keep it', async () => {
    using folder = newFolder();
    const files = createDerivedFiles(folder.path, 1_000);
    let made = 0;
    const make = async () => {
      made += 1;
      return Buffer.from('picture');
    };
    const answers = await Promise.all([files.get('abc-1', make), files.get('abc-1', make), files.get('abc-1', make)]);
    await files.settled();
    expect(answers.map(String)).toEqual(['picture', 'picture', 'picture']);
    expect(String(await files.get('abc-1', make))).toBe('picture');
    expect(String(await createDerivedFiles(folder.path, 1_000).get('abc-1', make))).toBe('picture');
    expect(made).toBe(1);
  });

  it('forget a failed making', async () => {
    using folder = newFolder();
    const files = createDerivedFiles(folder.path, 1_000);
    await expect(files.get('abc-2', async () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(String(await files.get('abc-2', async () => Buffer.from('yes')))).toBe('yes');
    await files.settled();
  });

  it('stay below their size, the longest unused going first', async () => {
    using folder = newFolder();
    const files = createDerivedFiles(folder.path, 250);
    const make = async () => Buffer.alloc(100);
    for (const name of ['aaa', 'bbb', 'aaa', 'ccc']) {
      await files.get(name, make);
      await files.settled();
    }
    expect(filesIn(folder.path)).toEqual(['aaa', 'ccc']);
  });

  it('sweep what a killed process left half-written', async () => {
    using folder = newFolder();
    const stray = join(folder.path, 'abc.1234.tmp');
    writeFileSync(stray, 'half');
    const files = createDerivedFiles(folder.path, 250);
    await files.get('abc', async () => Buffer.from('whole'));
    await files.settled();
    expect(existsSync(stray)).toBe(false);
    expect(filesIn(folder.path)).toEqual(['abc']);
  });

  it('refuse a name that could leave the folder', async () => {
    using folder = newFolder();
    const files = createDerivedFiles(folder.path, 250);
    await expect(files.get('../x', async () => Buffer.alloc(1))).rejects.toThrow(/cannot name/);
  });
});
