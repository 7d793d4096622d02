import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
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

  it('remember over a restart what was used last', async () => {
    using folder = newFolder();
    const getPath = (name: string): string => join(folder.path, name.slice(0, 2), name);
    const make = async () => Buffer.alloc(100);
    const first = createDerivedFiles(folder.path, 1_000);
    for (const name of ['aaa', 'bbb']) await first.get(name, make);
    await first.settled();
    // Written two and three days ago, `aaa` first.
    utimesSync(getPath('aaa'), Date.now() / 1000 - 259_200, Date.now() / 1000 - 259_200);
    utimesSync(getPath('bbb'), Date.now() / 1000 - 172_800, Date.now() / 1000 - 172_800);
    const second = createDerivedFiles(folder.path, 1_000);
    await second.get('aaa', make);
    await second.settled();
    expect(statSync(getPath('aaa')).mtimeMs).toBeGreaterThan(statSync(getPath('bbb')).mtimeMs);
    const third = createDerivedFiles(folder.path, 250);
    await third.get('ccc', make);
    await third.settled();
    expect(filesIn(folder.path)).toEqual(['aaa', 'ccc']);
  });

  it('make again what a power cut left empty, short, or with a hole', async () => {
    using folder = newFolder();
    const path = join(folder.path, 'ab', 'abc');
    const picture = Buffer.alloc(1_000, 7);
    const make = async () => picture;
    const first = createDerivedFiles(folder.path, 10_000);
    await first.get('abc', make);
    await first.settled();
    const damages = [
      () => truncateSync(path, 0),
      () => truncateSync(path, 500),
      () => writeFileSync(path, readFileSync(path).fill(0, 100, 200)),
    ];
    for (const damage of damages) {
      damage();
      const files = createDerivedFiles(folder.path, 10_000);
      let made = 0;
      const again = await files.get('abc', async () => {
        made += 1;
        return picture;
      });
      await files.settled();
      expect(again.equals(picture)).toBe(true);
      expect(made).toBe(1);
      expect((await files.get('abc', make)).equals(picture)).toBe(true);
    }
  });

  it('keep nothing of what need not be kept', async () => {
    using folder = newFolder();
    const files = createDerivedFiles(folder.path, 1_000);
    expect(String(await files.get('abc', async () => ({ notKept: Buffer.from('stored') })))).toBe('stored');
    await files.settled();
    expect(filesIn(folder.path)).toEqual([]);
  });

  it('stay below their size however many are written at once', async () => {
    using folder = newFolder();
    const files = createDerivedFiles(folder.path, 1_000);
    const names = Array.from({ length: 60 }, (_, index) => `name${index}`);
    await Promise.all(names.map(async (name) => files.get(name, async () => Buffer.alloc(100))));
    await files.settled();
    const bytes = filesIn(folder.path).reduce((sum, name) => sum + statSync(join(folder.path, 'na', name)).size, 0);
    expect(bytes).toBeGreaterThan(500);
    expect(bytes).toBeLessThanOrEqual(1_000);
  });

  it('refuse a name that could leave the folder', async () => {
    using folder = newFolder();
    const files = createDerivedFiles(folder.path, 250);
    await expect(files.get('../x', async () => Buffer.alloc(1))).rejects.toThrow(/cannot name/);
  });
});
