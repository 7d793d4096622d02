import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PackedEntry } from '@lectern/formats';
import { openPacked } from '@lectern/formats/readers';
import { listPackedPages } from '@lectern/formats/unpack';
import { describe, expect, it } from 'vitest';
import { listRarParts, writeRarOfParts } from '../../../../../fixtures/rar-repeat.ts';
import { anyPlace } from '../../../tests/_harness/any-place.ts';
import { createBookReaders } from './book-readers.ts';
import { openArchives } from './open-archives.ts';
import { createSolidArchives, type SolidArchive, type SolidArchives } from './solid-archives.ts';

const FIXTURES = join(import.meta.dirname, '../../../../../fixtures/good/cbr');
/** Bytes of the picture that the archives made here consist of. */
const PAGE_BYTES = 220;
const PLENTY = 1024 * 1024;

/** An archive of pages that are all the same picture. */
function buildSolid(pages: number): Buffer {
  const [picture] = listRarParts(readFileSync(join(FIXTURES, 'packed-rar5.cbr')));
  if (picture === undefined) throw new Error('Expected a picture');
  const names = Array.from({ length: pages }, (_, index) => `page-${String(index + 1).padStart(3, '0')}.jpg`);
  return writeRarOfParts(
    names.map((name) => [picture, name]),
    { solid: true },
  );
}

/** A folder for one test. */
class Desk implements Disposable {
  readonly path = mkdtempSync(join(tmpdir(), 'lectern-solid-'));
  readonly cache = join(this.path, 'cache');

  add(name: string, bytes: Buffer): SolidArchive {
    const absolutePath = join(this.path, name);
    writeFileSync(absolutePath, bytes);
    return this.find(name);
  }

  find(name: string): SolidArchive {
    const absolutePath = join(this.path, name);
    const { size, mtimeMs } = statSync(absolutePath);
    return { absolutePath, file: { size, modifiedAt: Math.floor(mtimeMs) }, identity: `of ${name}` };
  }

  kept(): readonly string[] {
    return readdirSync(this.cache).filter((name) => name.endsWith('.pack'));
  }

  [Symbol.dispose](): void {
    rmSync(this.path, { recursive: true, force: true });
  }
}

interface Opened extends AsyncDisposable {
  readonly solids: SolidArchives;
  readonly read: (archive: SolidArchive, entry: PackedEntry, signal?: AbortSignal) => Promise<Buffer>;
  readonly readAll: (archive: SolidArchive) => Promise<readonly Buffer[]>;
}

function openSolids(desk: Desk, maxBytes = PLENTY): Opened {
  const stack = new AsyncDisposableStack();
  const readers = stack.use(createBookReaders(anyPlace));
  const archives = stack.use(openArchives(anyPlace));
  const solids = stack.use(createSolidArchives({ places: anyPlace, folder: desk.cache, maxBytes, readers, archives }));
  const read: Opened['read'] = async (archive, entry, signal) => {
    const { bytes, giveBack } = await solids.lendEntry(archive, entry, signal);
    const copy = Buffer.from(bytes);
    giveBack();
    return copy;
  };
  return {
    solids,
    read,
    readAll: async (archive) =>
      Promise.all((await listPackedPages(archive.absolutePath)).map(async (entry) => read(archive, entry))),
    [Symbol.asyncDispose]: async () => stack.disposeAsync(),
  };
}

/** One entry, without any cache. */
async function extract(path: string, entry: PackedEntry): Promise<Buffer> {
  using archive = await openPacked(path, entry.kind);
  return await archive.extract(entry);
}

async function listPages(archive: SolidArchive): Promise<readonly [PackedEntry, ...PackedEntry[]]> {
  const [first, ...rest] = await listPackedPages(archive.absolutePath);
  if (first === undefined) throw new Error('Expected pages');
  return [first, ...rest];
}

/** A solid archive is damaged in the data of its n-th entry. */
async function damage(bytes: Buffer, archive: SolidArchive, index: number): Promise<Buffer> {
  const damaged = Buffer.from(bytes);
  const name = (await listPages(archive))[index]?.name ?? '';
  const at = damaged.indexOf(name) + name.length + 40;
  damaged.writeUInt8(damaged.readUInt8(at) ^ 0xff, at);
  return damaged;
}

describe('a solid archive', () => {
  it('is unpacked once for all who ask at the same time, and every page is the right one', async () => {
    using desk = new Desk();
    await using opened = openSolids(desk);
    const archive = desk.add('book.cbr', readFileSync(join(FIXTURES, 'packed-rar3.solid.cbr')));
    const pages = await listPages(archive);
    const found = await Promise.all([...pages, ...pages.toReversed()].map(async (page) => opened.read(archive, page)));
    for (const [index, page] of [...pages, ...pages.toReversed()].entries()) {
      expect(found[index]).toEqual(await extract(archive.absolutePath, page));
    }
    expect(opened.solids.unpackedCount()).toBe(1);
    await opened.readAll(archive);
    expect(opened.solids.unpackedCount()).toBe(1);
  });

  it('is unpacked to its end although the first request was cancelled', async () => {
    using desk = new Desk();
    await using opened = openSolids(desk);
    const archive = desk.add('book.cbr', buildSolid(60));
    const pages = await listPages(archive);
    const leaving = new AbortController();
    const left = opened.read(archive, pages.at(-1) ?? pages[0], leaving.signal);
    leaving.abort();
    await expect(left).rejects.toMatchObject({ name: 'AbortError' });
    expect(await opened.readAll(archive)).toHaveLength(60);
    expect(opened.solids.unpackedCount()).toBe(1);
  });

  it('is still there after a restart, and what an unfinished run left is not', async () => {
    using desk = new Desk();
    const archive = desk.add('book.cbr', buildSolid(3));
    {
      await using opened = openSolids(desk);
      await opened.readAll(archive);
    }
    expect(desk.kept()).toHaveLength(1);
    const [pack = ''] = desk.kept();
    writeFileSync(join(desk.cache, 'left.tmp'), 'half a page');
    writeFileSync(join(desk.cache, `${'0'.repeat(40)}-0.pack`), 'no index');
    await using opened = openSolids(desk);
    expect((await opened.readAll(archive)).map(({ length }) => length)).toEqual([PAGE_BYTES, PAGE_BYTES, PAGE_BYTES]);
    expect(opened.solids.unpackedCount()).toBe(0);
    expect(readdirSync(desk.cache).filter((name) => name.endsWith('.tmp'))).toEqual([]);
    expect(desk.kept()).toContain(pack);
  });

  it('is unpacked again when its cache is gone or cut short', async () => {
    using desk = new Desk();
    await using opened = openSolids(desk);
    const archive = desk.add('book.cbr', buildSolid(3));
    await opened.readAll(archive);
    const spoilers = [
      (path: string) => rmSync(path),
      (path: string) => {
        writeFileSync(path, 'short');
        utimesSync(path, 1, 1);
      },
    ];
    for (const spoil of spoilers) {
      for (const name of desk.kept()) spoil(join(desk.cache, name));
      // An open file is compared with its name once a second.
      await using later = openSolids(desk);
      expect((await later.readAll(archive)).every(({ length }) => length === PAGE_BYTES)).toBe(true);
      expect(later.solids.unpackedCount()).toBe(1);
    }
  });

  it('gives its new pages when its file was replaced', async () => {
    using desk = new Desk();
    await using opened = openSolids(desk);
    const archive = desk.add('book.cbr', buildSolid(3));
    await opened.readAll(archive);
    const other = desk.add('book.cbr', readFileSync(join(FIXTURES, 'packed-rar3.solid.cbr')));
    const [page] = await listPages(other);
    expect(await opened.read(other, page)).toEqual(await extract(other.absolutePath, page));
    expect(opened.solids.unpackedCount()).toBe(2);
  });

  it('is not kept when its file is replaced while it is unpacked', async () => {
    using desk = new Desk();
    await using opened = openSolids(desk);
    const archive = desk.add('book.cbr', buildSolid(40));
    const stale = { ...archive, file: { ...archive.file, size: archive.file.size + 1 } };
    const last = (await listPages(archive)).at(-1);
    await opened.read(stale, last ?? (await listPages(archive))[0]).catch(() => undefined);
    await opened.solids[Symbol.asyncDispose]();
    expect(readdirSync(desk.cache)).toEqual([]);
  });
});

describe('a damaged solid archive', () => {
  it('gives the pages before the damage, tells about the others, and is not unpacked again for them', async () => {
    using desk = new Desk();
    const whole = readFileSync(join(FIXTURES, 'packed-rar3.solid.cbr'));
    const sound = desk.add('book.cbr', whole);
    const archive = desk.add('book.cbr', await damage(whole, sound, 1));
    const [before, after = before] = await listPages(archive);
    {
      await using opened = openSolids(desk);
      expect(await opened.read(archive, before)).toHaveLength(before.length);
      for (let time = 0; time < 3; time += 1) {
        await expect(opened.read(archive, after)).rejects.toMatchObject({ name: 'FormatError', code: 'entry.corrupt' });
      }
      expect(opened.solids.unpackedCount()).toBe(1);
    }
    await using opened = openSolids(desk);
    await expect(opened.read(archive, after)).rejects.toMatchObject({ code: 'entry.corrupt' });
    expect(await opened.read(archive, before)).toHaveLength(before.length);
    expect(opened.solids.unpackedCount()).toBe(0);
  });

  it('is not touched when another entry lies where the page was', async () => {
    using desk = new Desk();
    await using opened = openSolids(desk);
    const archive = desk.add('book.cbr', buildSolid(2));
    const [page] = await listPages(archive);
    await expect(opened.read(archive, { ...page, name: 'other.jpg' })).rejects.toMatchObject({ code: 'file.changed' });
  });
});

describe('the cache of solid archives', () => {
  const bytesKept = (desk: Desk): number =>
    desk.kept().reduce((sum, name) => sum + statSync(join(desk.cache, name)).size, 0);

  it('stays within its size, and the longest unused archive goes first', async () => {
    using desk = new Desk();
    const maxBytes = 3_000;
    await using opened = openSolids(desk, maxBytes);
    const [one, two, three] = ['1.cbr', '2.cbr', '3.cbr'].map((name) => desk.add(name, buildSolid(5)));
    if (one === undefined || two === undefined || three === undefined) throw new Error('Expected three');
    for (const archive of [one, two, one, three]) {
      await opened.readAll(archive);
      await opened.solids.settled();
      expect(bytesKept(desk)).toBeLessThanOrEqual(maxBytes);
    }
    expect(opened.solids.unpackedCount()).toBe(3);
    await opened.readAll(one);
    expect(opened.solids.unpackedCount()).toBe(3);
    await opened.readAll(two);
    expect(opened.solids.unpackedCount()).toBe(4);
  });

  it('takes an archive that is larger than itself in parts', async () => {
    using desk = new Desk();
    const maxBytes = 6 * PAGE_BYTES;
    await using opened = openSolids(desk, maxBytes);
    const archive = desk.add('book.cbr', buildSolid(8));
    for (const page of await listPages(archive)) expect(await opened.read(archive, page)).toHaveLength(PAGE_BYTES);
    // Three pages a part.
    expect(opened.solids.unpackedCount()).toBe(3);
    expect((await opened.readAll(archive)).every(({ length }) => length === PAGE_BYTES)).toBe(true);
    await opened.solids.settled();
    expect(bytesKept(desk)).toBeLessThanOrEqual(maxBytes);
  });

  it('is done without for a page that is too large for it', async () => {
    using desk = new Desk();
    await using opened = openSolids(desk, PAGE_BYTES);
    const archive = desk.add('book.cbr', buildSolid(2));
    expect((await opened.readAll(archive)).map(({ length }) => length)).toEqual([PAGE_BYTES, PAGE_BYTES]);
    expect(opened.solids.unpackedCount()).toBe(0);
  });

  it('is done without when its disk refuses', async () => {
    using desk = new Desk();
    writeFileSync(desk.cache, 'a file where the folder should be');
    await using opened = openSolids(desk);
    const archive = desk.add('book.cbr', buildSolid(4));
    expect((await opened.readAll(archive)).every(({ length }) => length === PAGE_BYTES)).toBe(true);
  });

  it('tells those who wait when it is closed, and leaves nothing half done', async () => {
    using desk = new Desk();
    mkdirSync(desk.cache);
    await using opened = openSolids(desk);
    const archive = desk.add('book.cbr', buildSolid(200));
    const waiting = opened.read(archive, (await listPages(archive)).at(-1) ?? (await listPages(archive))[0]).then(
      () => 'read',
      () => 'refused',
    );
    await expect.poll(() => opened.solids.unpackedCount()).toBe(1);
    await opened.solids[Symbol.asyncDispose]();
    expect(await waiting).toMatch(/^re/);
    expect(readdirSync(desk.cache).filter((name) => name.endsWith('.tmp'))).toEqual([]);
  });
});
