import { execFileSync } from 'node:child_process';
import {
  closeSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { openInside } from './open-inside.ts';
import type { Place } from './place.ts';
import { openInsideNow, openUnlinkedNow } from './open-inside-now.ts';

const base = realpathSync(mkdtempSync(join(tmpdir(), 'lectern-inside-')));
const at = (path: string): string => join(base, path);
for (const folder of ['library/series', 'outside', 'data/library', 'other', 'library-2']) {
  mkdirSync(at(folder), { recursive: true });
}
const FILES = ['library/book', 'outside/book', 'data/secret', 'data/library/book', 'other/book', 'library-2/book'];
for (const file of FILES) writeFileSync(at(file), file);
const LINKS = {
  'library/in': 'book',
  'library/out': '../outside/book',
  'library/data': '../data/secret',
  'library/other': '../other/book',
  'library/beside': '../library-2/book',
  'library/nowhere': 'not there',
  'library/round': 'round',
  'library/folder': '../outside',
  'library/again': 'series/..',
  root: 'library',
  'data/library/up': '../secret',
};
for (const [path, target] of Object.entries(LINKS)) symlinkSync(target, at(path));
afterAll(() => rmSync(base, { recursive: true }));

type Rules = Partial<Omit<Place, 'path'>>;

function buildPlace(path: string, rules: Rules = {}): Place {
  return { path: at(path), root: at('library'), dataDir: at('data'), ...rules };
}

/** What is read, or the code of the refusal: the same whichever way it is opened. */
async function read(path: string, rules?: Rules): Promise<string> {
  const place = buildPlace(path, rules);
  const ways = [async () => openInside(place), () => openInsideNow(place)];
  const [one, other] = await Promise.all(
    ways.map(async (open) => {
      try {
        const { fd, stats } = await open();
        const text = readFileSync(fd, 'utf8');
        closeSync(fd);
        return stats.size === text.length ? text : 'not the file';
      } catch (error) {
        return error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
      }
    }),
  );
  expect(one).toBe(other);
  return one ?? '';
}

const OUT: Rules = { notInto: [at('other'), at('not there')] };

describe.each(['linux', 'darwin'] as const)('a file that is opened as on %s', (platform) => {
  const real = process.platform;
  afterEach(() => {
    Object.defineProperty(process, 'platform', { value: real });
    vi.restoreAllMocks();
  });
  const asOn = (): void => void Object.defineProperty(process, 'platform', { value: platform });

  it('is read where it lies, through links inside, and below a root that is a link', async () => {
    asOn();
    for (const path of ['library/book', 'library/in', 'library/again/book']) {
      expect([path, await read(path)]).toEqual([path, 'library/book']);
    }
    for (const path of ['root/book', 'root/in', 'root/again/in']) {
      expect([path, await read(path, { root: at('root') })]).toEqual([path, 'library/book']);
    }
  });

  it('is refused where links lead out, also through folders and to a name that begins alike', async () => {
    asOn();
    for (const path of ['out', 'data', 'other', 'beside', 'folder/book', '../outside/book']) {
      expect([path, await read(`library/${path}`)]).toEqual([path, 'file.replaced']);
      expect([path, await read(`root/${path}`, { root: at('root') })]).toEqual([path, 'file.replaced']);
    }
    expect(await read('library/nowhere')).toBe('ENOENT');
    expect(await read('library/round')).toBe('ELOOP');
    expect(await read('library/series')).toBe('file.replaced');
  });

  it('is read outside where links may lead out, and never in the data folder or in other libraries', async () => {
    asOn();
    expect(await read('library/out', OUT)).toBe('outside/book');
    expect(await read('library/folder/book', OUT)).toBe('outside/book');
    for (const path of ['data', 'other'])
      expect([path, await read(`library/${path}`, OUT)]).toEqual([path, 'file.replaced']);
  });

  it('is read in the data folder below a root there, and nothing else is', async () => {
    asOn();
    const inside = { root: at('data/library') };
    expect(await read('data/library/book', inside)).toBe('data/library/book');
    expect(await read('data/library/up', inside)).toBe('file.replaced');
    expect(await read('data/library/up', { ...inside, notInto: [] })).toBe('file.replaced');
    // A root around the data folder.
    expect(await read('data/secret', { root: base })).toBe('file.replaced');
    expect(await read('library/data', { root: base })).toBe('file.replaced');
    expect(await read('library/out', { root: base })).toBe('outside/book');
  });

  it('is no pipe: that is refused at once', async () => {
    asOn();
    execFileSync('mkfifo', [at('library/pipe')]);
    expect(await read('library/pipe')).toBe('file.replaced');
    rmSync(at('library/pipe'));
  });

  it('is no link at all, where that is asked for', () => {
    asOn();
    closeSync(openUnlinkedNow(buildPlace('library/book')).fd);
    expect(() => openUnlinkedNow(buildPlace('library/in'))).toThrow(expect.objectContaining({ code: 'file.replaced' }));
  });

  it('is refused without a word of where the link leads', async () => {
    asOn();
    await expect(openInside(buildPlace('library/out'))).rejects.toThrow(
      /^"out" is a link that leads out of its library, or lies behind one$/,
    );
  });
});
