import { mkdtempSync, rmSync } from 'node:fs';
import { mkdir, truncate, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { anyPlace } from '../../../tests/_harness/any-place.ts';
import { openOutgoingFiles } from './outgoing-files.ts';
import { streamFile } from './outgoing-streams.ts';

interface Folder extends Disposable {
  readonly add: (name: string, bytes: string) => Promise<string>;
}

function newFolder(): Folder {
  const path = mkdtempSync(join(tmpdir(), 'lectern-outgoing-'));
  return {
    add: async (name, bytes) => {
      await writeFile(join(path, name), bytes);
      return join(path, name);
    },
    [Symbol.dispose]: () => rmSync(path, { recursive: true }),
  };
}

describe('outgoing files', () => {
  it('are read piece by piece, and hold no descriptor when they are closed', async () => {
    using folder = newFolder();
    await using files = openOutgoingFiles(anyPlace);
    const path = await folder.add('a', 'abcdef');
    const state = await files.look(path);
    expect([state.size, files.openCount()]).toEqual([6, 0]);
    const file = await files.open(path, state);
    expect(files.openCount()).toBe(1);
    expect(String(await file.read(1, 3, false))).toBe('bcd');
    expect(String(await file.read(4, 2, true))).toBe('ef');
    await file.close();
    await expect(file.read(0, 1, false)).rejects.toThrow('closed');
    await expect.poll(() => files.openCount()).toBe(0);
  });

  it('of many slow clients keep few descriptors, and are opened again when more is asked for', async () => {
    using folder = newFolder();
    await using files = openOutgoingFiles(anyPlace, { idle: 2, turns: 1 });
    const open = async (index: number) => {
      const path = await folder.add(String(index), `${String(index)}abcdefgh`);
      return files.open(path, await files.look(path));
    };
    const all = await Promise.all(Array.from({ length: 12 }, async (_, index) => open(index)));
    const counts: number[] = [];
    for (const at of [0, 3, 6]) {
      const pieces = await Promise.all(
        all.map(async (file) => {
          const piece = await file.read(at, 3, at === 6);
          counts.push(files.openCount());
          return String(piece);
        }),
      );
      expect(pieces).toEqual(all.map((_, index) => `${String(index)}abcdefgh`.slice(at, at + 3)));
    }
    // Two kept, one being read, and those that are being closed, of which a busy machine may have more than one.
    expect(Math.max(...counts)).toBeLessThanOrEqual(6);
    for (const file of all) await file.close();
    await expect.poll(() => files.openCount()).toBe(0);
  });

  it('are refused when they are others than those looked at, at opening, at reopening and at the end', async () => {
    using folder = newFolder();
    await using files = openOutgoingFiles(anyPlace, { idle: 1, turns: 1 });
    const [first, second, third] = [
      await folder.add('1', 'abcdef'),
      await folder.add('2', 'abcdef'),
      await folder.add('3', 'abcdef'),
    ];
    const changed = { name: 'FormatError', code: 'file.changed' };
    const state = await files.look(first);
    await writeFile(first, 'abcdefg');
    await expect(files.open(first, state)).rejects.toMatchObject(changed);
    const reopened = await files.open(second, await files.look(second));
    const other = await files.open(third, await files.look(third));
    await utimes(second, new Date(0), new Date(0));
    await expect(reopened.read(0, 1, false)).rejects.toMatchObject(changed);
    expect(String(await other.read(0, 1, false))).toBe('a');
    await utimes(third, new Date(0), new Date(0));
    await expect(other.read(1, 5, true)).rejects.toMatchObject(changed);
    await truncate(third, 3);
    await expect(other.read(1, 5, false)).rejects.toMatchObject(changed);
  });

  it('are files: no folder, and nothing that is not there', async () => {
    using folder = newFolder();
    await using files = openOutgoingFiles(anyPlace);
    const path = await folder.add('a', '');
    await mkdir(`${path}-folder`);
    await expect(files.look(`${path}-folder`)).rejects.toMatchObject({ code: 'file.replaced' });
    await expect(files.look(`${path}-none`)).rejects.toMatchObject({ code: 'ENOENT' });
    expect(files.openCount()).toBe(0);
  });

  it('without a reader are closed with their stream', async () => {
    using folder = newFolder();
    await using files = openOutgoingFiles(anyPlace);
    const path = await folder.add('a', 'abcdef');
    const state = await files.look(path);
    streamFile(await files.open(path, state), 0, 6).destroy();
    expect(String(await buffer(streamFile(await files.open(path, state), 2, 5)))).toBe('cde');
    await expect.poll(() => files.openCount()).toBe(0);
  });
});
