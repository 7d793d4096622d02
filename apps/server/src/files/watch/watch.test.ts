import type * as Fs from 'node:fs';
import { mkdtempSync, rmSync } from 'node:fs';
import type * as FsPromises from 'node:fs/promises';
import { mkdir, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { FolderWatch } from './folder-watch.ts';
import { createWatchFilter } from '../walk/watch-filter.ts';
import { isRemoteFolder, watchFolder } from './watch.ts';

const PATIENCE_MS = 120_000;

interface Watching extends FolderWatch {
  readonly touched: Set<string>;
  /** Folders that were told before. */
  readonly earlier: Set<string>;
  readonly failures: Error[];
}

const disk = vi.hoisted(() => ({ refuseAfter: Number.POSITIVE_INFINITY, type: 0xef53 }));

vi.mock('node:fs', async (original) => {
  const fs = await original<typeof Fs>();
  return {
    ...fs,
    watch: (...args: Parameters<typeof fs.watch>) => {
      disk.refuseAfter -= 1;
      if (disk.refuseAfter < 0) throw Object.assign(new Error('System limit reached'), { code: 'ENOSPC' });
      return fs.watch(...args);
    },
  };
});

vi.mock('node:fs/promises', async (original) => {
  const fs = await original<typeof FsPromises>();
  return { ...fs, statfs: async () => ({ type: disk.type }) };
});

afterEach(() => {
  disk.refuseAfter = Number.POSITIVE_INFINITY;
  disk.type = 0xef53;
});

function newFolder() {
  const path = mkdtempSync(join(tmpdir(), 'lectern-watch-'));
  return {
    path,
    add: async (file: string) => {
      await mkdir(dirname(join(path, file)), { recursive: true });
      await writeFile(join(path, file), 'x');
    },
    [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }),
  };
}

async function watch(
  root: string,
  mode: 'auto' | 'poll',
  options: { readonly patterns?: string; readonly maxFolders?: number } = {},
): Promise<Watching> {
  const touched = new Set<string>();
  const failures: Error[] = [];
  const watching = await watchFolder(mode, {
    root,
    filter: createWatchFilter(['cbz'], options.patterns ?? null),
    onTouched: (folder) => void touched.add(folder),
    onFailed: (error) => void failures.push(error),
    pollMs: 10,
    ...(options.maxFolders === undefined ? {} : { maxFolders: options.maxFolders }),
  });
  return { ...watching, touched, earlier: new Set(), failures };
}

/**
 * Waits until these folders, and no others, were touched. One of before may be told once more: a file can be seen before and
 * after its bytes come.
 */
async function untilTouched({ touched, earlier }: Watching, folders: readonly string[]): Promise<void> {
  const deadline = Date.now() + PATIENCE_MS;
  while (Date.now() < deadline && !folders.every((folder) => touched.has(folder))) await sleep(10);
  const told = [...touched].filter((folder) => folders.includes(folder) || !earlier.has(folder));
  expect(told.sort()).toEqual(folders.toSorted());
  for (const folder of folders) earlier.add(folder);
  touched.clear();
}

describe.each(['auto', 'poll'] as const)('watchFolder(%s)', (mode) => {
  it('tells the folder of a file that appears, goes or changes its name', async () => {
    using folder = newFolder();
    await folder.add('Saga/1.cbz');
    await using watching = await watch(folder.path, mode);
    expect(watching.method).toBe(mode === 'auto' ? 'native' : 'poll');
    await folder.add('Saga/2.cbz');
    await untilTouched(watching, ['Saga']);
    await folder.add('3.cbz');
    await untilTouched(watching, ['']);
    await rename(join(folder.path, 'Saga/2.cbz'), join(folder.path, 'Saga/4.cbz'));
    await untilTouched(watching, ['Saga']);
    await rm(join(folder.path, 'Saga/1.cbz'));
    await untilTouched(watching, ['Saga']);
  });

  it('goes on in folders that appear, however deep, and in those that are moved', async () => {
    using folder = newFolder();
    await using watching = await watch(folder.path, mode);
    await mkdir(join(folder.path, 'A/B/C'), { recursive: true });
    const deadline = Date.now() + PATIENCE_MS;
    while (Date.now() < deadline && watching.touched.size === 0) await sleep(10);
    watching.touched.clear();
    await folder.add('A/B/C/1.cbz');
    while (Date.now() < deadline && !watching.touched.has('A/B/C')) await sleep(10);
    expect(watching.touched).toContain('A/B/C');
    watching.touched.clear();
    await rename(join(folder.path, 'A/B'), join(folder.path, 'D'));
    while (Date.now() < deadline && !watching.touched.has('D')) await sleep(10);
    watching.touched.clear();
    await folder.add('D/C/2.cbz');
    while (Date.now() < deadline && !watching.touched.has('D/C')) await sleep(10);
    expect(watching.touched).toContain('D/C');
    expect(watching.failures).toEqual([]);
  });

  it('leaves out what is hidden, excluded or no book, and follows no link', async () => {
    using folder = newFolder();
    using elsewhere = newFolder();
    await elsewhere.add('inside/1.cbz');
    await folder.add('Skip this/1.cbz');
    await folder.add('.hidden/1.cbz');
    await folder.add('Saga/1.cbz');
    await symlink(elsewhere.path, join(folder.path, 'Link'));
    await using watching = await watch(folder.path, mode, { patterns: 'Skip*\n*.part.cbz' });
    await folder.add('Skip this/2.cbz');
    await folder.add('Skip that/2.cbz');
    await folder.add('.hidden/2.cbz');
    await folder.add('Saga/2.part.cbz');
    await folder.add('Saga/notes.txt');
    await elsewhere.add('inside/2.cbz');
    // What comes last is told: all before it would have been.
    await folder.add('Saga/2.cbz');
    await untilTouched(watching, ['Saga']);
  });

  it('tells when files beside books change', async () => {
    using folder = newFolder();
    await folder.add('Saga/1.cbz');
    await using watching = await watch(folder.path, mode);
    await folder.add('Saga/series.json');
    await untilTouched(watching, ['Saga']);
    await folder.add('Saga/cover.jpg');
    await untilTouched(watching, ['Saga']);
  });

  it('refuses a folder that is not there', async () => {
    await expect(watch('/nowhere/at/all', mode)).rejects.toThrow();
  });
});

describe('watchFolder()', () => {
  it('looks through the folder when the system has no watches left, and says so', async () => {
    using folder = newFolder();
    await folder.add('Saga/1.cbz');
    await folder.add('Akira/1.cbz');
    disk.refuseAfter = 2;
    await using watching = await watch(folder.path, 'auto');
    expect(watching).toMatchObject({
      method: 'poll',
      message:
        'The system watches no more folders (fs.inotify.max_user_watches is used up), so Lectern checks the library for changes at intervals',
    });
    await folder.add('Akira/2.cbz');
    await untilTouched(watching, ['Akira']);
  });

  it('looks through a library of too many folders', async () => {
    using folder = newFolder();
    for (const name of ['A', 'B', 'C']) await folder.add(`${name}/1.cbz`);
    await using watching = await watch(folder.path, 'auto', { maxFolders: 3 });
    expect(watching.method).toBe('poll');
    expect(watching.message).toContain('more than 3 folders');
  });

  it('fails when a folder that appears cannot be watched any more', async () => {
    using folder = newFolder();
    disk.refuseAfter = 1;
    await using watching = await watch(folder.path, 'auto');
    expect(watching.method).toBe('native');
    await mkdir(join(folder.path, 'New'));
    const deadline = Date.now() + PATIENCE_MS;
    while (Date.now() < deadline && watching.failures.length === 0) await sleep(10);
    expect(watching.failures).toMatchObject([{ name: 'WatchLimitError' }]);
  });

  it.each([0x6969, 0xff534d42 | 0, 0x65735546])('looks through what another machine may change (%d)', async (type) => {
    using folder = newFolder();
    disk.type = type;
    expect(await isRemoteFolder(folder.path)).toBe(true);
    await using watching = await watch(folder.path, 'auto');
    expect(watching.method).toBe('poll');
    expect(watching.message).toContain('on another machine');
  });
});
